/**
 * HTTP as Chromium speaks it, through proxies that want a sign-in of the system: NTLM, or Negotiate
 * (Kerberos). It signs in as the person who is logged in, or by the name and password that Settings
 * has. For everything else Node's client is used, which tells what has left from what has not.
 */
import { net, session, type Session } from 'electron'
import { workInTurn } from '#shared/in-turn.ts'
import type { BySystem } from '#core/node/connections.ts'
import { readAnswer } from '#core/node/http.ts'
import { loginRefused, loginWanted, type Proxy } from '#core/node/proxy.ts'
import { reasonOf } from '#core/node/reasons.ts'
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'

/**
 * Chromium sends a request once more by itself when a connection that it had kept turns out to be
 * closed, and an entry would be made twice. So each write goes alone, on a new connection.
 */
export function systemHttp(): BySystem {
  const reads = openWay('proxy-reads')
  const writes = openWay('proxy-writes')
  const inTurn = workInTurn()
  return (request, proxy) =>
    request.method === 'GET'
      ? exchange(request, proxy, reads)
      : inTurn(() => exchange(request, proxy, writes))
}

type Way = () => Session

/** A session of its own, in memory: pages go other ways. Made when first needed. */
function openWay(name: string): Way {
  let opened: Session | undefined
  return () => (opened ??= session.fromPartition(name, { cache: false }))
}

async function exchange(request: HttpRequest, proxy: Proxy, way: Way): Promise<HttpOutcome> {
  const { protocol, host } = proxy.url
  try {
    if (request.method !== 'GET') await way().closeAllConnections()
    await way().setProxy({ mode: 'fixed_servers', proxyRules: `${protocol}//${host}` })
    return await send(request, proxy.signIn, way())
  } catch (reason) {
    // What cannot even be begun: a header that Chromium refuses, a session that fails.
    return { is: 'unreached', why: reasonOf(reason) }
  }
}

function send(
  { method, url, headers, body, timeout, signal }: HttpRequest,
  signIn: Proxy['signIn'],
  within: Session,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    // It may throw, and leaves nothing behind then.
    const request = net.request({ method, url, headers, session: within, redirect: 'manual' })
    const finish = (outcome: HttpOutcome) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      resolve(outcome)
    }
    /** Whether anything has left is not known then. */
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
    // A redirect is an answer; nothing is asked for at the other address.
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
 * What Chromium's errors say (net/base/net_error_list.h). After those of proxies and certificates,
 * and of names and networks, not a byte of the request has left.
 */
function outcomeOf(message: string): HttpOutcome {
  const code = message.replace('net::', '')
  const why = `Couldn’t connect (${code})`
  if (/^ERR_(?:CERT|NAME|INTERNET|ADDRESS)_/.test(code)) return { is: 'unreached', why }
  if (code === 'ERR_PROXY_CONNECTION_FAILED') {
    return { is: 'unreached', why: 'Nothing responds at the proxy’s address', proxy: 'away' }
  }
  if (/_AUTH(?:_|$)/.test(code)) return { is: 'unreached', why: loginWanted, proxy: 'login' }
  if (code === 'ERR_TUNNEL_CONNECTION_FAILED') return { is: 'unreached', why, proxy: 'away' }
  return { is: 'lost', why }
}
