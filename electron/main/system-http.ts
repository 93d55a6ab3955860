/**
 * An HTTP client on Chromium's network stack, for proxies that need the system's authentication:
 * NTLM, or Negotiate (Kerberos). It authenticates as the logged-in user, or with the name and
 * password in Settings. Everything else uses Node's client, which can tell whether a request was
 * sent.
 */
import { net, session, type Session } from 'electron'
import { createSerialQueue } from '#shared/serial-queue.ts'
import type { BySystem } from '#core/node/connections.ts'
import { readAnswer } from '#core/node/http.ts'
import { loginRefused, loginWanted, type ProxyEndpoint } from '#core/node/proxy.ts'
import { clientCertificateWanted, connectionErrorMessage } from '#core/node/connection-errors.ts'
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'

/**
 * Chromium automatically resends a request when a reused connection turns out to be closed, which
 * would create an entry twice. So writes are sent one at a time, each on a new connection.
 */
export function systemHttp(): BySystem {
  const reads = openWay('proxy-reads')
  const writes = openWay('proxy-writes')
  const inTurn = createSerialQueue()
  return (request, proxy) =>
    request.method === 'GET'
      ? exchange(request, proxy, reads)
      : inTurn(() => exchange(request, proxy, writes))
}

type Way = () => Session

/**
 * Returns a separate session, in memory, since pages use other connections. Created on first use.
 */
function openWay(name: string): Way {
  let opened: Session | undefined
  return () => (opened ??= session.fromPartition(name, { cache: false }))
}

async function exchange(
  request: HttpRequest,
  proxy: ProxyEndpoint,
  way: Way,
): Promise<HttpOutcome> {
  const { protocol, host } = proxy.url
  try {
    if (request.method !== 'GET') await way().closeAllConnections()
    await way().setProxy({ mode: 'fixed_servers', proxyRules: `${protocol}//${host}` })
    return await send(request, proxy.signIn, way())
  } catch (reason) {
    // The request could not be started: Chromium refuses a header, or the session fails.
    return { is: 'unreached', why: connectionErrorMessage(reason) }
  }
}

function send(
  { method, url, headers, body, timeout, signal }: HttpRequest,
  signIn: ProxyEndpoint['signIn'],
  within: Session,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    // May throw, and leaves nothing behind then.
    const request = net.request({ method, url, headers, session: within, redirect: 'manual' })
    const finish = (outcome: HttpOutcome) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      resolve(outcome)
    }
    /** It is then unknown whether anything was sent. */
    const giveUp = (why: string) => {
      finish({ is: 'lost', why })
      request.abort()
    }
    const stop = () => giveUp(stopped)
    const timer = setTimeout(() => giveUp(`No response within ${timeout / 1000} seconds`), timeout)
    if (signal?.aborted) return finish({ is: 'unreached', why: stopped })
    signal?.addEventListener('abort', stop, { once: true })
    let wasTold = false
    request.on('login', ({ isProxy }, tell) => {
      if (!isProxy || signIn === null || wasTold) return tell()
      wasTold = true
      tell(...signIn)
    })
    // A redirect is a reply; it is never followed.
    request.on('redirect', (status, _method, _url, said) => {
      finish({ is: 'answer', status, headers: flat(said), body: '' })
    })
    request.on('response', (response) => {
      if (response.statusCode === 407) {
        finish({ is: 'unreached', why: wasTold ? loginRefused : loginWanted, proxy: 'login' })
        request.abort()
      } else {
        readAnswer(response, finish, giveUp)
      }
    })
    request.on('error', ({ message }) => finish(outcomeOf(message)))
    request.end(body)
  })
}

const stopped = 'The request was canceled'

const flat = (headers: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name.toLowerCase(), values.join(', ')]),
  )

/**
 * Classifies Chromium's errors (net/base/net_error_list.h). After errors of proxies, certificates,
 * names and networks, not a byte of the request has been sent.
 */
function outcomeOf(message: string): HttpOutcome {
  const code = message.replace('net::', '')
  const why = `Couldn’t connect (${code})`
  if (/^ERR_(?:CERT|NAME|INTERNET|ADDRESS)_/.test(code)) return { is: 'unreached', why }
  if (code === 'ERR_PROXY_CONNECTION_FAILED') {
    return { is: 'unreached', why: 'Nothing responds at the proxy’s address', proxy: 'away' }
  }
  // Electron's net hands over no certificate, so Chromium cancels the request in the handshake.
  if (code === 'ERR_SSL_CLIENT_AUTH_CERT_NEEDED') {
    return { is: 'unreached', why: clientCertificateWanted }
  }
  if (/_AUTH(?:_|$)/.test(code)) return { is: 'unreached', why: loginWanted, proxy: 'login' }
  if (code === 'ERR_TUNNEL_CONNECTION_FAILED') return { is: 'unreached', why, proxy: 'away' }
  return { is: 'lost', why }
}
