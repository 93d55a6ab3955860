/**
 * Requests as Chromium makes them: through the proxy of their session, signed in there by NTLM as
 * the person who is logged in, and once more where a kept-alive connection turns out to be closed.
 * It speaks http alone.
 */
import { Agent, request as ask, type IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import type * as Electron from 'electron'

/** `name:password` of the person who is logged in; unless set, the system has no one to sign in. */
const person = process.env['STAND_IN_PERSON']

class PlayedSession {
  agent = new Agent({ keepAlive: true })
  proxy: URL | null = null

  setProxy({ proxyRules }: Electron.ProxyConfig): Promise<void> {
    this.proxy = new URL(proxyRules!)
    return Promise.resolve()
  }

  closeAllConnections(): Promise<void> {
    this.agent.destroy()
    this.agent = new Agent({ keepAlive: true })
    return Promise.resolve()
  }
}

const sessions = new Map<string, PlayedSession>()

export function fromPartition(name: string): PlayedSession {
  const known = sessions.get(name) ?? new PlayedSession()
  sessions.set(name, known)
  return known
}

type Options = Electron.ClientRequestConstructorOptions & { session: PlayedSession }

class PlayedRequest extends Writable {
  readonly #options: Options
  #body: Buffer[] = []
  #isAborted = false
  #mayRepeat = true

  constructor(options: Options) {
    super({ autoDestroy: false })
    this.#options = options
    const headers = Object.keys(options.headers ?? {}).map((name) => name.toLowerCase())
    // Chromium computes it, and accepts it from no caller (services/network, IsRequestHeaderSafe).
    if (headers.includes('content-length')) throw new Error('net::ERR_INVALID_ARGUMENT')
  }

  override _write(part: Buffer, _encoding: string, done: () => void): void {
    this.#body.push(part)
    done()
  }

  override _final(done: () => void): void {
    this.#send(null, person ?? null)
    done()
  }

  abort(): void {
    this.#isAborted = true
    this.destroy()
  }

  /** @param ambient what the system would sign in with, while it has not been tried */
  #send(signIn: string | null, ambient: string | null): void {
    const { method, url, headers = {}, session } = this.#options
    const { host, hostname, port } = session.proxy!
    const body = Buffer.concat(this.#body)
    const sent = ask({
      ...{ agent: session.agent, host: hostname, port, method, path: url },
      headers: {
        ...headers,
        host: new URL(url!).host,
        ...(body.length > 0 && { 'content-length': body.length }),
        ...(signIn !== null && { 'proxy-authorization': signIn }),
      },
    })
    sent.on('response', (response) => {
      if (this.#isAborted) return
      if (response.statusCode === 407) this.#challenged(response, ambient, host)
      else this.#answered(response)
    })
    sent.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (this.#isAborted) return
      if (sent.reusedSocket && this.#mayRepeat) {
        this.#mayRepeat = false
        return this.#send(signIn, ambient)
      }
      const refused = code === 'ECONNREFUSED'
      this.destroy(
        new Error(refused ? 'net::ERR_PROXY_CONNECTION_FAILED' : 'net::ERR_EMPTY_RESPONSE'),
      )
    })
    sent.end(body)
  }

  #challenged(response: IncomingMessage, ambient: string | null, host: string): void {
    const asked = response.headers['proxy-authenticate']
    const scheme = /\b(?:ntlm|negotiate|basic)\b/i.exec(asked ?? '')?.[0]
    if (scheme === undefined) return void this.emit('response', response)
    const told = (pair: string) => {
      response.resume()
      this.#send(`${scheme} ${Buffer.from(pair).toString('base64')}`, null)
    }
    if (ambient !== null && !/basic/i.test(scheme)) return told(ambient)
    const info = { isProxy: true, scheme: scheme.toLowerCase(), host }
    this.emit('login', info, (user?: string, password?: string) => {
      if (user === undefined) this.emit('response', response)
      else told(`${user}:${password}`)
    })
  }

  #answered(response: IncomingMessage): void {
    const { statusCode = 0, headers } = response
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined) {
      this.emit('response', response)
      return
    }
    response.resume()
    const all = Object.entries(headers).map(([name, value]) => [name, [value].flat()])
    this.emit('redirect', statusCode, 'GET', headers.location, Object.fromEntries(all))
    this.destroy(new Error('Redirect was cancelled'))
  }
}

export const net = {
  request: (options) =>
    new PlayedRequest(options as unknown as Options) as unknown as Electron.ClientRequest,
} satisfies Pick<Electron.Net, 'request'>
