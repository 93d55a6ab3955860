/** Finds the proxy between this computer and a URL, and connects through it. */
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import type { ProxyWithPassword } from '../ports.ts'
import { ProxyProblem, toProxyProblem, SystemSignIn } from './connection-errors.ts'

/** Returns the address of a proxy, with the name and password that it may contain; null: none. */
export type ProxyResolver = (url: URL) => string | null | Promise<string | null>

/** Finds proxies in environment variables, in lower or upper case; lower case takes precedence. */
export function environmentProxyResolver(
  environment: Record<string, string | undefined>,
): ProxyResolver {
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
 * Finds the environment's proxies when it names any, otherwise the desktop's.
 * @param rulesFor returns the desktop's rules for a URL
 */
export function systemProxyResolver(
  environment: Record<string, string | undefined>,
  rulesFor: (url: string) => Promise<string>,
): ProxyResolver {
  const named = Object.keys(environment).some((name) => /^(https?|all)_proxy$/i.test(name))
  return named
    ? environmentProxyResolver(environment)
    : async (url) => (isLoopback(url.hostname) ? null : parsePacResult(await rulesFor(url.href)))
}

/** The proxy that the person set, for all hosts but those that they excluded. */
export function configuredProxyResolver({
  address,
  except,
  user,
  password,
}: ProxyWithPassword): ProxyResolver {
  if (address === null) return () => null
  const pair = [user ?? '', password ?? ''].map(encodeURIComponent).join(':')
  const full = user === null ? address : address.replace('://', `://${pair}@`)
  const left = except.join(' ')
  return (url) => (isLoopback(url.hostname) || isExempt(url, left) ? null : full)
}

/** A proxy's address for display: `host:port`, preceded by the scheme unless it is HTTP(S). */
export function proxyLabel(proxy: string | null): string | null {
  if (proxy === null) return null
  const url = URL.parse(withScheme(proxy))
  if (url === null) return null
  return /^https?:$/.test(url.protocol) ? url.host : `${url.protocol}//${url.host}`
}

/** Reads a desktop's rules for a URL: `DIRECT`, or proxies in order, `PROXY host:port; DIRECT`. */
export function parsePacResult(rules: string): string | null {
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

/**
 * A service on this computer is never requested through a proxy, which would look on its own host.
 */
const isLoopback = (host: string): boolean =>
  /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])\.?$/.test(
    host,
  )

function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const asked = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false
    if (entry === '*') return true
    if (entry.includes('/')) return isWithin(hostname, entry)
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())!
    if (only !== undefined && only !== asked) return false
    const domain = name.replace(/^\*?\./, '')
    return hostname === domain || hostname.endsWith(`.${domain}`)
  })
}

/** Whether a host is an IP address of this network, such as `10.0.0.0/8`. */
function isWithin(hostname: string, addresses: string): boolean {
  const [first = '', bits = ''] = addresses.split('/')
  const host = hostname.replace(/^\[|\]$/g, '')
  const kind = isIP(host)
  const most = kind === 4 ? 32 : 128
  if (kind === 0 || kind !== isIP(first) || !/^\d{1,3}$/.test(bits) || Number(bits) > most) {
    return false
  }
  const family = kind === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(first, Number(bits), family)
  return list.check(host, family)
}

export interface ProxyEndpoint {
  url: URL
  /** Headers for the proxy itself. */
  headers: Record<string, string>
  /** User name and password; null: the address contains none. */
  signIn: [user: string, password: string] | null
}

const withScheme = (text: string): string => (text.includes('://') ? text : `http://${text}`)

/** Parses a proxy's address, or returns the reason why it cannot be used. */
export function parseProxyEndpoint(text: string): ProxyEndpoint | string {
  const url = URL.parse(withScheme(text))
  if (url === null || url.hostname === '') return 'The proxy’s address isn’t valid'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `Proxies of type ${url.protocol.replace(':', '')} aren’t supported. Use an HTTP proxy`
  }
  if (url.username === '') return { url, headers: {}, signIn: null }
  const signIn: ProxyEndpoint['signIn'] = [decoded(url.username), decoded(url.password)]
  const pair = Buffer.from(signIn.join(':')).toString('base64')
  return { url, headers: { 'Proxy-Authorization': `Basic ${pair}` }, signIn }
}

/** Percent-decodes a text. A variable typed by hand may contain a literal percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Where to connect for requests to the proxy itself. */
export const proxyRequestOptions = ({ url }: ProxyEndpoint): RequestOptions => ({
  host: url.hostname.replace(/^\[|\]$/g, ''),
  port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
})

/** Explains why a proxy refused a request, which was not forwarded. */
export function toProxyRefusal(
  { statusCode, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  proxy: ProxyEndpoint,
): ProxyProblem {
  if (statusCode !== 407) {
    const text = `The proxy can’t reach the service (${statusCode ?? 0})`
    return new ProxyProblem('away', text)
  }
  const asked = [headers['proxy-authenticate'] ?? []].flat().join(', ')
  const takesBasic = asked === '' || /\bbasic\b/i.test(asked)
  const wasTold = proxy.signIn !== null
  const Problem =
    /\b(?:ntlm|negotiate)\b/i.test(asked) && !(takesBasic && wasTold) ? SystemSignIn : ProxyProblem
  if (!takesBasic) {
    const kind = /^\s*([\w-]{1,40})/.exec(asked)?.[1] ?? '?'
    return new Problem('away', `The proxy needs a kind of sign-in Stint doesn’t support (${kind})`)
  }
  return new Problem('login', wasTold ? loginRefused : loginWanted)
}

export const loginWanted = 'The proxy needs a username and password'
export const loginRefused = 'The proxy rejected this username and password'

/** Milliseconds. */
const patience = 30_000

/**
 * Opens a connection through the proxy, over which nothing has been sent yet.
 * @param begin begins a request to the proxy itself
 * @param target `host:port`
 */
export function openProxyTunnel(
  begin: (options: RequestOptions) => ClientRequest,
  proxy: ProxyEndpoint,
  target: string,
  done: (problem: Error | null, socket?: Socket) => void,
): void {
  const headers = { ...proxy.headers, Host: target }
  const request = begin({ ...proxyRequestOptions(proxy), method: 'CONNECT', path: target, headers })
  request.once('connect', (response, socket: Socket) => {
    if (response.statusCode === 200) {
      done(null, socket)
      return
    }
    socket.destroy()
    done(toProxyRefusal(response, proxy))
  })
  // Some proxies send a refusal like the response to any other request.
  request.once('response', (response) => {
    response.destroy()
    done(toProxyRefusal(response, proxy))
  })
  request.once('error', (problem) => done(toProxyProblem(problem)))
  // The caller may have given up long before.
  request.setTimeout(patience, () => {
    request.destroy(new ProxyProblem('away', 'The proxy isn’t responding'))
  })
  request.end()
}
