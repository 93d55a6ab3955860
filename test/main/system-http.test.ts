/** Requests by Chromium, with a failing session; whole journeys are in proxy.test.ts. */
import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { systemHttp } from '../../electron/main/system-http.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

let fails = 0
let error: string | undefined
vi.mock('electron', () => ({
  session: {
    fromPartition: () => ({
      setProxy: () => Promise.resolve(),
      closeAllConnections: () =>
        fails-- > 0 ? Promise.reject(new Error('The network process is gone')) : Promise.resolve(),
    }),
  },
  net: {
    request() {
      const request = Object.assign(new EventEmitter(), {
        abort() {},
        end() {
          if (error === undefined) request.emit('redirect', 303, 'POST', '/', {})
          else request.emit('error', new Error(error))
        },
      })
      return request
    },
  },
}))

const send = systemHttp()
const write = () =>
  send(
    { method: 'POST', url: 'http://time.lan/times', headers: {}, timeout: 10_000 },
    { url: new URL('http://proxy.lan:3128'), signIn: null, headers: {} },
  )

it('still works after a write that could not even be started', async () => {
  fails = 1
  expect(await write()).toMatchObject({ is: 'unreached', why: 'The network process is gone' })
  expect(await write()).toMatchObject({ is: 'answer', status: 303 })
})

it('does not take a service that requires a client certificate for a proxy that requires a sign-in', async () => {
  error = 'net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED'
  expect(await write()).toEqual({
    is: 'unreached',
    why: 'The service requires a client certificate, which Stint doesn’t support',
  })
  error = 'net::ERR_PROXY_AUTH_UNSUPPORTED'
  expect(await write()).toMatchObject({ is: 'unreached', proxy: 'login' })
})
