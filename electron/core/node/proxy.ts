/** Which proxy stands between this machine and an address, and the way through it. */
import type { ClientRequest, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'

/** An address of a proxy, with the name and password that it may carry; null: none. */
export type FindProxy = (url: URL) => string | null | Promise<string | null>

/** The variables of an environment that name proxies, in either case; the lower one counts. */
export function environmentProxy(environment: Record<string, string | undefined>): FindProxy {
  const named = (name: string) => {
    const value = environment[name] ?? environment[name.toUpperCase()]
    return value === undefined || value.trim() === '' ? null : value.trim()
  }
  const without = named('no_proxy')
  return (url) => {
    if (isLoopback(url.hostname) || (without !== null && isExempt(url, without))) return null
    const proxy = named(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy')
    return proxy ?? named('all_proxy')
  }
}

/**
 * The environment's proxies where it names any, else the desktop's.
 * @param rulesFor what the desktop says of an address
 */
export function desktopProxy(
  environment: Record<string, string | undefined>,
  rulesFor: (url: string) => Promise<string>,
): FindProxy {
  const named = Object.keys(environment).some((name) => /^(https?|all)_proxy$/i.test(name))
  return named
    ? environmentProxy(environment)
    : async (url) => (isLoopback(url.hostname) ? null : proxyInRules(await rulesFor(url.href)))
}

/** What a desktop answers for an address: `DIRECT`, or ways in order, `PROXY host:port; DIRECT`. */
export function proxyInRules(rules: string): string | null {
  for (const rule of rules.split(';')) {
    const [kind = '', host] = rule.trim().split(/\s+/)
    if (/^direct$/i.test(kind)) return null
    if (host === undefined) continue
    if (/^proxy$/i.test(kind)) return `http://${host}`
    if (/^https$/i.test(kind)) return `https://${host}`
    return `${kind.toLowerCase()}://${host}`
  }
  return null
}

/** A service on this machine is never asked for through a proxy, which would look on its own. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host)

function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const asked = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false
    if (entry === '*') return true
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())!
    if (only !== undefined && only !== asked) return false
    const domain = name.replace(/^\*?\./, '')
    return hostname === domain || hostname.endsWith(`.${domain}`)
  })
}

export interface Proxy {
  url: URL
  /** What the proxy itself wants to know. */
  headers: Record<string, string>
}

/** A proxy as it is spoken to, or why it cannot be. */
export function readProxy(text: string): Proxy | string {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (url === null || url.hostname === '') return 'The address of the proxy cannot be read'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `Proxies of the kind ${url.protocol.replace(':', '')} cannot be used; name one for http`
  }
  const user = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  const pair = Buffer.from(`${user}:${password}`).toString('base64')
  const headers: Record<string, string> =
    user === '' ? {} : { 'Proxy-Authorization': `Basic ${pair}` }
  return { url, headers }
}

/** Where to send what goes to the proxy itself. */
export const towards = ({ url }: Proxy): RequestOptions => ({
  host: url.hostname.replace(/^\[|\]$/g, ''),
  port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
})

/** Why nothing went through; the request was not passed on. */
export const proxyRefusal = (status: number): string =>
  status === 407
    ? 'The proxy wants a user name and a password'
    : `The proxy does not lead to the service (${status})`

/** Milliseconds. */
const patience = 30_000

/**
 * A connection through the proxy, over which nothing has been said yet.
 * @param begin a request to the proxy itself
 * @param target `host:port`
 */
export function tunnel(
  begin: (options: RequestOptions) => ClientRequest,
  proxy: Proxy,
  target: string,
  done: (problem: Error | null, socket?: Socket) => void,
): void {
  const headers = { ...proxy.headers, Host: target }
  const request = begin({ ...towards(proxy), method: 'CONNECT', path: target, headers })
  request.once('connect', (response, socket: Socket) => {
    if (response.statusCode === 200) {
      done(null, socket)
      return
    }
    socket.destroy()
    done(new Error(proxyRefusal(response.statusCode ?? 0)))
  })
  // Some proxies answer a refusal as if it were any other request.
  request.once('response', (response) => {
    response.destroy()
    done(new Error(proxyRefusal(response.statusCode ?? 0)))
  })
  request.once('error', (problem) => done(problem))
  // Whoever asked may have given up long ago.
  request.setTimeout(patience, () => request.destroy(new Error('The proxy does not answer')))
  request.end()
}
