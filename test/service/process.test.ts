/** The service as a real process: what a signal or a kill leaves behind. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openAdministration } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { clockEnvironment, onAnyDay } from '../support/test-day.ts'
import { makeDatabase, type TestDatabase } from './database.ts'
import { addReference, api, type Api } from './fixture.ts'

onAnyDay()

const script = fileURLToPath(new URL('serve-process.ts', import.meta.url))

interface Running {
  owner: Api
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string | null>
  kill(signal: NodeJS.Signals): void
}

let database: TestDatabase
let token: string
const children: ChildProcess[] = []

beforeEach(async () => {
  database = await makeDatabase()
  const administration = unwrap(await openAdministration(database.name, { now: () => 0 }))
  unwrap(await administration.addOrganisation({ name: 'Here' }))
  const email = 'olga@example.org'
  unwrap(await administration.addUser({ organisation: 'Here', name: 'Olga', email, owner: true }))
  token = unwrap(await administration.issueToken({ email })).token
  await administration.close()
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await database.remove()
})

async function serve(): Promise<Running> {
  const child = spawn(process.execPath, [script, database.name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...clockEnvironment() },
  })
  children.push(child)
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | string)
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  return { owner: api(url, token), ended, kill: (signal) => void child.kill(signal) }
}

/** Several callers that write until the service has ended. */
function writeUntilGone(owner: Api, project: number, task: number) {
  const acknowledged: string[] = []
  let sent = 0
  const answers: number[] = []
  const writer = async (): Promise<void> => {
    for (;;) {
      const notes = `entry ${++sent}`
      const body = { project_id: project, task_id: task, date: '2026-04-14', start: 1, quantity: 1 }
      let answer
      try {
        answer = await owner.post('/api/v1/times', { ...body, notes })
      } catch {
        return
      }
      answers.push(answer.status)
      if (answer.status === 201) acknowledged.push(notes)
    }
  }
  const done = Promise.all(Array.from({ length: 4 }, writer))
  return { acknowledged, answers, done, sent: () => sent }
}

/** The notes of all times, complete or not at all. */
async function kept(owner: Api): Promise<string[]> {
  const notes: string[] = []
  for (let page = 1; ; page++) {
    const { body } = await owner.get(`/api/v1/times?limit=100&page=${page}`)
    notes.push(...(body.data as { notes: string }[]).map((time) => time.notes))
    if (body.next_page_url === null) return notes
  }
}

it('at SIGTERM answers the requests it has begun, loses none of them, and ends with 0', async () => {
  const first = await serve()
  const { web, design } = await addReference(first.owner)
  const writers = writeUntilGone(first.owner, web, design)
  await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(20)
  first.kill('SIGTERM')
  await writers.done
  expect(await first.ended).toBe(0)
  expect(new Set(writers.answers)).toEqual(new Set([201]))

  const second = await serve()
  expect((await kept(second.owner)).sort()).toEqual(writers.acknowledged.toSorted())
  second.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

it('killed without warning while it writes, keeps every write that it acknowledged', async () => {
  const first = await serve()
  const { web, design } = await addReference(first.owner)
  const writers = writeUntilGone(first.owner, web, design)
  await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(20)
  first.kill('SIGKILL')
  await writers.done
  expect(await first.ended).toBe('SIGKILL')

  const second = await serve()
  const found = await kept(second.owner)
  expect(found).toEqual(expect.arrayContaining(writers.acknowledged))
  // At most the requests under way in addition: one of each caller.
  expect(found.length - writers.acknowledged.length).toBeLessThanOrEqual(4)
  expect(new Set(found).size).toBe(found.length)
})
