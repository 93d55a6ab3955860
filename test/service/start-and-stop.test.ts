/** Starting, obstacles to it, and a stop that loses nothing. */
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startService, type ServiceOptions } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { onAnyDay } from '../support/test-day.ts'
import { addReference, startFixture, type Fixture } from './fixture.ts'

const { clock } = onAnyDay()

const silent = { info() {}, warn() {} }
const options: ServiceOptions = {
  database: ':memory:',
  port: 0,
  capabilities: [],
  log: silent,
  clock,
}

let fixture: Fixture
beforeEach(async () => {
  fixture = await startFixture()
})
afterEach(() => fixture.close())

it('refuses an unknown capability, and names the known ones', async () => {
  const outcome = await startService({ ...options, capabilities: ['reference', 'teleport'] })
  expect(outcome).toMatchObject({ ok: false, error: { code: 'usage' } })
  expect(JSON.stringify(outcome)).toContain('“teleport”')
})

it('has exactly the capabilities that are switched on, in the order of the catalog', async () => {
  const service = unwrap(
    await startService({ ...options, capabilities: ['user', 'webhooks'], demo: true }),
  )
  const answer = await fetch(`${service.url}/api/v1`, {
    headers: { Authorization: `Bearer ${service.token}` },
  })
  expect(await answer.json()).toMatchObject({ capabilities: ['webhooks', 'user'] })
  await service.close()
})

it('says in plain words why it cannot listen', async () => {
  const port = Number(new URL(fixture.url).port)
  expect(await startService({ ...options, port })).toMatchObject({
    ok: false,
    error: { code: 'conflict', message: expect.stringContaining(String(port)) },
  })
  expect(await startService({ ...options, port: 70_000 })).toMatchObject({
    ok: false,
    error: { code: 'usage' },
  })
  expect(await startService({ ...options, baseUrl: 'ftp://example.org' })).toMatchObject({
    ok: false,
    error: { code: 'usage' },
  })
})

it('finishes a request under way before it stops, and accepts no new one', async () => {
  const { web, design } = await addReference(fixture.owner)
  const body = JSON.stringify({
    project_id: web,
    task_id: design,
    date: '2026-04-14',
    start: 1,
    quantity: 1,
  })
  const { port } = new URL(fixture.url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  // The server signals that it has the head of the request; the body is still to come.
  socket.write(
    `POST /api/v1/times HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      `Authorization: Bearer ${fixture.owner.token}\r\nExpect: 100-continue\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toContain('100 Continue')

  const stopped = fixture.stop()
  await expect(fetch(`${fixture.url}/api/v1`)).rejects.toThrow()
  let answer = ''
  socket.on('data', (part: Buffer) => (answer += part.toString()))
  socket.write(body)
  await once(socket, 'close')
  await stopped

  expect(answer).toContain('201 Created')
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(await fixture.store.db.selectFrom('time_entry').select('start').execute()).toEqual([
    { start: 1 },
  ])
})

it('does not wait for an idle connection', async () => {
  const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1')
  await once(socket, 'connect')
  expect((await fixture.owner.get('/api/v1')).status).toBe(200)
  await fixture.stop()
  socket.destroy()
})
