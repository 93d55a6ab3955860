/**
 * A service that is killed while it writes: with keys, changes and webhooks switched on, nothing
 * that was acknowledged is lost, nothing is written twice, and everything is reported.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openAdministration } from '#service/index.ts'
import { changePage } from '#shared/resources/feed-change.ts'
import { unwrap } from '#shared/errors.ts'
import { clockEnvironment, onAnyDay } from '../support/test-day.ts'
import { makeDatabase, type TestDatabase } from './database.ts'
import { addReference, api, type Api } from './fixture.ts'

onAnyDay()

const script = fileURLToPath(new URL('serve-process.ts', import.meta.url))
const capabilities = 'reference,idempotency,changes,webhooks,conditional'
/** Longer than a claim on a key or on a delivery lasts after its process has died. */
const later = 60_000

let database: TestDatabase
let token: string
let receiver: Server
let delivered: Set<number>
const children: ChildProcess[] = []

beforeEach(async () => {
  database = await makeDatabase()
  const administration = unwrap(await openAdministration(database.name, { now: () => 0 }))
  unwrap(await administration.addOrganisation({ name: 'Here' }))
  const email = 'olga@example.org'
  unwrap(await administration.addUser({ organisation: 'Here', name: 'Olga', email, owner: true }))
  token = unwrap(await administration.issueToken({ email })).token
  await administration.close()
  delivered = new Set()
  receiver = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (text += part))
    request.on('end', () => {
      delivered.add((JSON.parse(text) as { data: { id: number } }).data.id)
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  receiver.closeAllConnections()
  receiver.close()
  await database.remove()
})

async function serve(ahead: number): Promise<{ owner: Api; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [script, database.name, capabilities, String(ahead)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...clockEnvironment() },
  })
  children.push(child)
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  return {
    owner: api(url, token),
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

interface Entry {
  key: string
  body: object
  /** The id that the service returned. */
  id?: number
}

it('keeps what it acknowledged, writes each key once, reports every change and every event', async () => {
  let { owner, kill } = await serve(0)
  const { web, design } = await addReference(owner)
  const { port } = receiver.address() as AddressInfo
  await owner.post('/api/v1/webhooks', {
    uri: `http://127.0.0.1:${port}/`,
    events: ['times.created'],
  })
  const entries: Entry[] = []
  const send = async (entry: Entry) => {
    const answer = await owner.send('POST', '/api/v1/times', {
      body: JSON.stringify(entry.body),
      headers: { 'Idempotency-Key': entry.key },
    })
    expect(answer.status, answer.text).toBe(201)
    const id = answer.body.time.id as number
    // An answer that was given stays the same.
    expect(entry.id ?? id).toBe(id)
    entry.id = id
  }
  const writer = async (): Promise<void> => {
    for (;;) {
      const body = { project_id: web, task_id: design, date: '2026-04-14', start: 1, quantity: 1 }
      const entry: Entry = { key: `entry-${entries.length}`, body }
      entries.push(entry)
      try {
        await send(entry)
      } catch (cause) {
        if (cause instanceof TypeError) return
        throw cause
      }
    }
  }

  for (let round = 1; round <= 3; round++) {
    const before = entries.length
    const writers = Promise.all(Array.from({ length: 4 }, writer))
    await expect.poll(() => entries.length - before).toBeGreaterThan(20)
    await kill()
    await writers
    expect(entries.some(({ id }) => id === undefined)).toBe(true)
    ;({ owner, kill } = await serve(round * later))
    // Every request is repeated, whether it was answered or not.
    for (const entry of entries) await send(entry)
  }

  const ids = entries.map(({ id }) => id!).sort((one, other) => one - other)
  expect(new Set(ids).size).toBe(entries.length)
  const listed = (await owner.get('/api/v1/times?limit=1')).body.total
  expect(listed).toBe(entries.length)

  const told: number[] = []
  for (let from = ''; ;) {
    const page = changePage.parse((await owner.get(`/api/v1/changes${from}`)).body)
    for (const { resource, id } of page.data) if (resource === 'times') told.push(id)
    from = `?cursor=${page.cursor}`
    if (!page.has_more) break
  }
  expect(told.toSorted((one, other) => one - other)).toEqual(ids)
  await expect
    .poll(() => [...delivered].sort((one, other) => one - other), { timeout: 90_000 })
    .toEqual(ids)
  await kill()
})
