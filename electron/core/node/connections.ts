/** Outgoing connections, direct or through a proxy, kept open for the next request. */
import type { Agent, ClientRequest, RequestOptions } from 'node:http'
import type { AgentOptions, Agent as SecureAgent } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpOutcome, HttpRequest } from '../ports.ts'
import { createAuthorities, type CertificateAuthorities } from './certificates.ts'
import {
  environmentProxyResolver,
  parseProxyEndpoint,
  proxyRequestOptions,
  openProxyTunnel,
  type ProxyResolver,
  type ProxyEndpoint,
} from './proxy.ts'

export interface OutboundOptions {
  /** Defaults to the environment's. */
  findProxy?: ProxyResolver
  /** Defaults to this computer's. */
  authorities?: CertificateAuthorities
  /** Subscribes to changes of the proxy settings. Returns the function that unsubscribes. */
  onChange?: (changed: () => void) => () => void
  /** For proxies that require the system's sign-in; without it they cannot be used. */
  bySystem?: BySystem
}

/** One exchange through a proxy, by a client that can sign in there as the system does. */
export type BySystem = (request: HttpRequest, proxy: ProxyEndpoint) => Promise<HttpOutcome>

export interface OutboundRequest {
  request(options: RequestOptions): ClientRequest
  /** The proxy that reads the request and forwards it; null: none. */
  forwarding: ProxyEndpoint | null
  /** The proxy on the way to the service; null: none. */
  through: ProxyEndpoint | null
}

export interface Connections {
  /** Returns how to begin a request to a URL, or the reason why that is impossible. */
  to(url: URL): Promise<OutboundRequest | string>
  /** Called when a certificate was rejected. Returns true when another try is worthwhile. */
  widen(): boolean
}

/** Idle connections are closed before most services close them. */
const idleMilliseconds = 4000

const shared = {
  keepAlive: true,
  maxSockets: 8,
  timeout: idleMilliseconds,
  lookup: lookUpTogether,
} as const

/**
 * Creates Node's two clients with their connections. They are loaded when first needed, not
 * imported: an import makes Node load all of its `fetch` too, and most commands use no network at
 * all.
 */
export function openConnections({
  findProxy = environmentProxyResolver(process.env),
  authorities = createAuthorities(process.env.NODE_EXTRA_CA_CERTS),
  onChange,
}: OutboundOptions): Connections {
  const plain = process.getBuiltinModule('node:http')
  const secure = process.getBuiltinModule('node:https')
  const tls = process.getBuiltinModule('node:tls')
  /** By proxy; '' is none. */
  const agents = new Map<string, { plain: Agent; secure: SecureAgent }>()

  /** How often the proxy settings have changed. */
  let changes = 0
  onChange?.(() => {
    changes++
    for (const agent of [...agents.values()].flatMap(({ plain, secure }) => [plain, secure])) {
      letGo(agent)
    }
    agents.clear()
  })

  const toProxy = (proxy: ProxyEndpoint) => (options: RequestOptions) =>
    proxy.url.protocol === 'https:'
      ? secure.request({ ...options, ca: authorities.current() })
      : plain.request(options)

  /** Creates an agent whose connections go through a proxy, encrypted up to the service. */
  function tunneling(proxy: ProxyEndpoint): SecureAgent {
    const agent = new secure.Agent(shared)
    agent.createConnection = (
      options: AgentOptions & { servername?: string },
      done?: (problem: Error | null, stream: Duplex) => void,
    ) => {
      const finish = done as (problem: Error | null, stream?: Duplex) => void
      const { port, servername, ca } = options
      const host = options.host ?? ''
      const target = `${host.includes(':') ? `[${host}]` : host}:${port ?? 443}`
      openProxyTunnel(toProxy(proxy), proxy, target, (problem, socket?: Socket) => {
        if (problem || !socket) {
          finish(problem)
          return
        }
        const encrypted = tls.connect({ socket, host, servername, ca })
        encrypted.once('secureConnect', () => {
          encrypted.off('error', finish)
          finish(null, encrypted)
        })
        encrypted.once('error', finish)
      })
      return undefined
    }
    return agent
  }

  function agentsFor(key: string, proxy: ProxyEndpoint | null) {
    const known = agents.get(key)
    if (known) return known
    const made = {
      plain: new plain.Agent(shared),
      secure: proxy ? tunneling(proxy) : new secure.Agent(shared),
    }
    agents.set(key, made)
    return made
  }

  /**
   * Finds the proxy; again, when the settings changed in the meantime, since the system may take a
   * while.
   */
  async function proxyFor(url: URL): Promise<string | null> {
    const before = changes
    const found = await findProxy(url)
    return before === changes ? found : proxyFor(url)
  }

  return {
    async to(url) {
      const found = await proxyFor(url)
      const proxy = found === null ? null : parseProxyEndpoint(found)
      if (typeof proxy === 'string') return proxy
      const agent = agentsFor(found ?? '', proxy)
      if (url.protocol === 'https:') {
        return {
          forwarding: null,
          through: proxy,
          request: (options) =>
            secure.request(url, {
              ...options,
              agent: agent.secure,
              ...(authorities.current() ? { ca: authorities.current() } : {}),
            }),
        }
      }
      if (proxy === null) {
        return {
          forwarding: null,
          through: null,
          request: (options) => plain.request(url, { ...options, agent: agent.plain }),
        }
      }
      return {
        forwarding: proxy,
        through: proxy,
        request: (options) =>
          toProxy(proxy)({
            ...options,
            ...proxyRequestOptions(proxy),
            path: url.href,
            headers: { ...(options.headers as object), ...proxy.headers, Host: url.host },
            ...(proxy.url.protocol === 'http:' ? { agent: agent.plain } : {}),
          }),
      }
    },
    widen: authorities.widen,
  }
}

/** Who waits for which look-up of this process. */
const lookups = new Map<string, Found[]>()

type Found = Parameters<LookupFunction>[2]

/**
 * Looks a name up once for all connections that wait for it. A look-up occupies one of two threads
 * until a name server responds or the system gives up, so the connections and repetitions of one
 * account would keep every other account offline.
 */
function lookUpTogether(...[name, options, found]: Parameters<LookupFunction>): void {
  const key = JSON.stringify([name, options])
  const waiting = lookups.get(key)
  if (waiting) {
    waiting.push(found)
    return
  }
  const all = [found]
  lookups.set(key, all)
  process.getBuiltinModule('node:dns').lookup(name, options, (...answer) => {
    lookups.delete(key)
    for (const each of all) each(...answer)
  })
}

/** Closes idle connections; those in use are closed after their response. */
function letGo(agent: Agent): void {
  agent.maxFreeSockets = 0
  for (const socket of Object.values(agent.freeSockets).flatMap((list) => list ?? [])) {
    socket.destroy()
  }
}
