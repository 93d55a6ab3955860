/** Service processes on one database: real ones, of which one may die. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { addReference, api, startFixture, type Api, type Fixture } from '../service/fixture.ts'
import { clockEnvironment, onAnyDay } from '../support/test-day.ts'

onAnyDay()

const program = fileURLToPath(new URL('../service/serve-process.ts', import.meta.url))

interface Process {
  owner: Api
  /** Ends it and waits until it has exited. */
  end(signal: NodeJS.Signals): Promise<void>
}

let fixture: Fixture
let processes: [Process, Process]
let ids: Awaited<ReturnType<typeof addReference>>

beforeEach(async () => {
  fixture = await startFixture()
  processes = await Promise.all([startProcess(), startProcess()])
  ids = await addReference(fixture.owner)
  return () => fixture.close()
})

async function startProcess(): Promise<Process> {
  const child = spawn(process.execPath, [program, fixture.database], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...clockEnvironment() },
  })
  const ended = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  onTestFinished(() => end('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  return { owner: api(url, fixture.owner.token), end }
}

const time = (notes: string) => ({
  project_id: ids.web,
  task_id: ids.design,
  date: '2026-04-14',
  start: 540,
  quantity: 1,
  notes,
})

/** The notes of all existing times. */
async function kept(owner: Api): Promise<string[]> {
  const notes: string[] = []
  for (let page = 1; ; page++) {
    const { body } = await owner.get(`/api/v1/times?limit=100&page=${page}`)
    notes.push(...(body.data as { notes: string }[]).map((entry) => entry.notes))
    if (body.next_page_url === null) return notes
  }
}

/** Writes one after the other until `count` are acknowledged, or the process has ended. */
async function writeTimes(owner: Api, name: string, count: number, acknowledged: string[]) {
  for (let nth = 0; nth < count; nth++) {
    const notes = `${name} ${nth}`
    const answer = await owner.post('/api/v1/times', time(notes)).catch(() => undefined)
    if (answer === undefined) return
    expect(answer.status).toBe(201)
    acknowledged.push(notes)
  }
}

it('serve one organisation together', async () => {
  const acknowledged: string[] = []
  await Promise.all(
    processes.flatMap(({ owner }, process) =>
      [0, 1, 2].map((writer) => writeTimes(owner, `${process}.${writer}`, 15, acknowledged)),
    ),
  )
  expect(acknowledged).toHaveLength(90)
  for (const { owner } of processes) {
    expect((await kept(owner)).toSorted()).toEqual(acknowledged.toSorted())
  }

  const named = await Promise.all(
    Array.from({ length: 10 }, (_, nth) =>
      processes[nth % 2]!.owner.post('/api/v1/categories', { name: 'Travel' }),
    ),
  )
  expect(named.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(named.filter(({ status }) => status === 422)).toHaveLength(9)
})

it('keep running without one that was killed while it wrote, and keep what it acknowledged', async () => {
  const [first, second] = processes
  const acknowledged: string[] = []
  const dying = [0, 1, 2, 3].map((writer) =>
    writeTimes(first.owner, `a${writer}`, 1e6, acknowledged),
  )
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  await first.end('SIGKILL')
  await Promise.all(dying)
  const before = acknowledged.length

  // Its transactions end with its connections, so no lock of theirs remains.
  await writeTimes(second.owner, 'b', 10, acknowledged)
  expect(acknowledged).toHaveLength(before + 10)
  const found = await kept(second.owner)
  expect(found).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(found).size).toBe(found.length)
  // At most the requests under way in addition: one of each writer.
  expect(found.length).toBeLessThanOrEqual(acknowledged.length + 4)
})
