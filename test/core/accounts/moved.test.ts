/** A service that moved: what is followed, what is asked, and where the token goes. Over real HTTP. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createCore } from '#core/core.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import { startBareService } from '../../e2e/bare-service.ts'
import { testFolder } from '../../support/folder.ts'
import { playAt } from '../../support/test-day.ts'
import { until } from '../../support/until.ts'

playAt('2026-04-15T09:30[UTC]', { because: 'the service of these tests has this clock' })

/** Another port of the service's host, which forwards to it, and later redirects. */
async function startFormerAddress(service: string) {
  let isMoved = false
  const server = createServer((request, response) => {
    const location = service + (request.url ?? '')
    if (isMoved) {
      response.writeHead(308, { location }).end()
      return
    }
    const authorization = request.headers.authorization ?? ''
    void fetch(location, { headers: { authorization } }).then(async (answered) => {
      const type = answered.headers.get('content-type') ?? 'text/plain'
      response.writeHead(answered.status, { 'content-type': type }).end(await answered.text())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    move: () => (isMoved = true),
  }
}

async function openApp() {
  const home = testFolder()
  const startService = () => Promise.reject(new Error('no demo in this test'))
  const ports = createNodePorts({ home, startService })
  const core = await createCore(ports, { home, host: 'browser', version: '0', background: true })
  onTestFinished(() => core.close())
  return <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
    core.call(name, input) as Promise<Result<CallValue<Name>>>
}

it('says the new address, and goes on there once the person agrees', async () => {
  const service = await startBareService()
  service.add({ date: '2026-04-14', start: 480 })
  const former = await startFormerAddress(service.url)
  const call = await openApp()
  unwrap(await call('account.connect', { url: former.url, token: 'token' }))
  unwrap(await call('sync.now', { wait: true }))
  former.move()

  expect(await call('sync.now', { wait: true })).toMatchObject({
    error: {
      code: 'unauthenticated',
      message: `The service has moved to ${service.url}. Agree in Settings or with \`stint account move ${service.url}\`. Your changes are saved here and will sync later`,
    },
  })
  await until(async () =>
    expect(unwrap(await call('sync.status')).phase).toEqual({
      is: 'signed-out',
      movedTo: service.url,
    }),
  )
  const moved = unwrap(await call('account.move', { url: service.url }))
  expect(moved.url).toBe(service.url)
  unwrap(await call('sync.now', { wait: true }))
  const project = unwrap(await call('projects.list', {})).data[0]!.local
  const task = unwrap(await call('tasks.list', {})).data[0]!.local
  const entry = { project, task, date: '2026-04-14', start: 540, quantity: 4, notes: 'After' }
  unwrap(await call('times.create', entry))
  unwrap(await call('sync.now', { wait: true }))
  expect([...service.times.values()].map(({ notes }) => notes)).toContain('After')
})

it('sends the token to no other host, and to no service of someone else', async () => {
  const service = await startBareService()
  service.add({ date: '2026-04-14', start: 480 })
  const call = await openApp()
  unwrap(await call('account.connect', { url: service.url, token: 'token' }))
  unwrap(await call('sync.now', { wait: true }))
  const elsewhere = 'http://localhost:9'
  expect(await call('account.move', { url: elsewhere })).toMatchObject({
    error: { code: 'validation', fields: { url: [expect.stringContaining('is only for')] } },
  })
  const other = await startBareService()
  expect(await call('account.move', { url: other.url })).toMatchObject({
    error: { code: 'validation', fields: { url: [expect.any(String)] } },
  })
  expect(unwrap(await call('app.state')).account?.url).toBe(service.url)
})
