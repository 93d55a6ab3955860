/** What was deleted forever is in no file any more, as bytes, and its changes cannot be undone. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createCore, type Core } from '#core/core.ts'
import { startService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import type { CallInput, CallName, CallResult, CallValue } from '#shared/ipc/contract.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { inEnglish } from '#shared/sentences/sentence.ts'
import { quietPorts } from '../support/account.ts'
import { testFolder } from '../support/folder.ts'
import { playAt } from '../support/test-day.ts'

const { clock, now } = playAt('2026-11-19T15:00[Europe/Berlin]')
const log = { info: () => {}, warn: () => {} }
const day = 24 * 60 * 60_000
/** A part of every text that has to disappear. */
const secret = 'Zebrafish ჯჰჵ'
/** The end of it, which is within one piece of three letters in the full-text index. */
const trace = 'ჰჵ'

let home: string
let core: Core
beforeEach(async () => {
  home = testFolder()
  await open()
  onTestFinished(() => core.close())
})

/** Opens the core as a command does, `days` from now. */
async function open(days = 0): Promise<void> {
  const later = { ...clock, now: () => clock.now() + days * day }
  const options = { home, host: 'cli', version: '0', background: false } as const
  core = await createCore(quietPorts(home, { clock: later }), options)
}

const ask = async <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
  (await core.call(name, input)) as CallResult<CallValue<Name>>
const call = async <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
  unwrap(await ask(name, input))

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const holdingIn = (folder: string): string[] =>
  filesIn(folder)
    .filter((file) => readFileSync(file).includes(trace))
    .map((file) => relative(folder, file))
const holding = () => holdingIn(home)
const summaries = async () =>
  (await call('history.list', {})).map(({ summary }) => inEnglish(summary))
const discardAll = () => call('trash.discard', { items: 'all' })
const refused = { error: { code: 'conflict', message: expect.stringContaining('deleted forever') } }

async function localWork() {
  await call('account.createLocal')
  const project = (await call('projects.add', { name: 'Garden', code: 'GRD', currency: 'EUR' }))
    .local
  const task = (await call('tasks.add', { name: 'Digging' })).local
  return { project, task }
}

async function connectedWork() {
  const folder = testFolder()
  const database = join(folder, 'service.db')
  const service = unwrap(
    await startService({ database, port: 0, capabilities, demo: true, log, clock }),
  )
  let isRunning = true
  const stop = async () => {
    if (isRunning) await service.close()
    isRunning = false
  }
  onTestFinished(stop)
  await call('account.connect', { url: service.url, token: service.token! })
  await call('sync.now', {})
  const [project] = (await call('projects.list', { limit: 1 })).data
  const [task] = (await call('tasks.list', { limit: 1 })).data
  return { project: project!.local, task: task!.local, folder, service, stop }
}

type Work = { project: number; task: number }
const entry = ({ project, task }: Work, notes = `${secret} fins`) => ({
  ...{ project, task, date: '2026-11-19', start: 540, quantity: 6 },
  notes,
})

/** Does to an entry what can be done to one, and deletes all that came of it. */
async function eventful({ project, task }: Work): Promise<void> {
  const work = { project, task }
  const { local } = await call('times.create', entry(work, 'Plain'))
  const set = { notes: `${secret} fins, ${'long '.repeat(1_900)}` }
  await call('times.update', { local, set, was: { notes: 'Plain' } })
  await call('times.search', { query: secret, limit: 10 })
  await call('history.undo', {})
  await call('history.redo')
  const halves = await call('times.split', { local, at: 570 })
  await call('timer.start', { ...work, notes: `${secret} gills`, at: now() - 40 * 60_000 })
  await call('timer.edit', {
    ...{ set: { notes: `${secret} tail` }, was: { notes: `${secret} gills` } },
  })
  const run = await call('timer.stop', {})
  const expense = { project, date: '2026-11-19', name: `${secret} food` }
  const bought = await call('expenses.create', {
    ...{ ...expense, unit_charge: 900, quantity: 1, chargeable: true, notes: secret },
  })
  await call('times.deleteMany', { locals: [...halves, ...run].map((one) => one.local) })
  await call('expenses.delete', { local: bought.local })
}

describe('an account without a service', () => {
  it.each([
    [
      'deleting each item forever',
      async () => {
        const { items } = await call('trash.list', {})
        for (const { item } of items) await call('trash.discard', { items: [item] })
      },
    ],
    ['emptying the trash', discardAll],
    [
      'the end of its 30 days',
      async () => {
        await core.close()
        await open(31)
      },
    ],
  ])('has nothing left of it after %s', async (_, forget) => {
    await eventful(await localWork())
    await call('backup.make', {})
    expect(holding().length).toBeGreaterThan(1)
    await forget()
    expect(await call('trash.list', {})).toEqual({ items: [], total: 0 })
    await core.close()
    expect(holding().every((file) => file.includes('backups'))).toBe(true)
    for (const file of holding()) rmSync(join(home, file))
    await open(31)
    await call('backup.make', {})
    expect(holding()).toEqual([])
  })

  it('has nothing left of it in any file while it is open', async () => {
    await eventful(await localWork())
    await discardAll()
    expect(holding()).toEqual([])
  })

  it('keeps the rest of the history, and says what was done', async () => {
    const work = await localWork()
    const { local } = await call('times.create', entry(work))
    await call('history.undo', {})
    await call('history.redo')
    await call('times.delete', { local })
    await discardAll()
    expect(await summaries()).toEqual([
      'Deleted 1 item forever',
      'Deleted “…”',
      'Redone: Added “…”',
      'Undone: Added “…”',
      'Added “…”',
      'Added task “Digging”',
      'Added project “Garden”',
    ])
    const changes = await call('history.list', { record: { resource: 'time', local } })
    expect(changes).toHaveLength(5)
    for (const { change } of changes) {
      expect(await call('history.show', { change })).toMatchObject({ records: [], more: 0 })
    }
  })

  it('refuses to undo the deletion, and every change of the record alone', async () => {
    const { local } = await call('times.create', entry(await localWork()))
    await call('times.delete', { local })
    await discardAll()
    expect(await ask('history.undo', {})).toMatchObject(refused)
    for (const { change } of await call('history.list', { record: { resource: 'time', local } })) {
      expect(await ask('history.undo', { change })).toMatchObject(refused)
    }
  })

  it('undoes a change of several for the others', async () => {
    const work = await localWork()
    const one = await call('times.create', entry(work))
    const other = await call('times.create', { ...entry(work, 'Other'), start: 700 })
    const records = [one, other].map(({ local, notes }) => ({ local, was: { notes } }))
    await call('times.updateMany', { records, set: { notes: 'Both' } })
    const { change } = (await call('history.list', { limit: 1 }))[0]!
    await call('times.delete', { local: one.local })
    await discardAll()
    await call('history.undo', { change })
    expect((await call('times.list', {})).data.map(({ notes }) => notes)).toEqual(['Other'])
  })

  it.each([
    [
      'a split',
      async (work: Work) => {
        const { local } = await call('times.create', entry(work))
        const [, second] = await call('times.split', { local, at: 570 })
        return second.local
      },
    ],
    [
      'a stop of the timer',
      async (work: Work) => {
        await call('timer.start', { ...work, notes: secret, at: now() - 40 * 60_000 })
        const [made] = await call('timer.stop', {})
        return made!.local
      },
    ],
  ])('refuses to undo %s in part', async (_, made) => {
    const local = await made(await localWork())
    const { change } = (await call('history.list', { limit: 1 }))[0]!
    await call('times.delete', { local })
    await discardAll()
    const before = [await call('times.list', {}), await call('timer.status')]
    expect(await ask('history.undo', { change })).toMatchObject(refused)
    expect([await call('times.list', {}), await call('timer.status')]).toEqual(before)
  })

  it('forgets the names of projects, tasks, and clients, too', async () => {
    const work = await localWork()
    const client = (await call('clients.add', { name: `${secret} Ltd`, code: 'ZEB' })).local
    const task = (await call('tasks.add', { name: `${secret} feeding` })).local
    await call('clients.delete', { local: client })
    await call('tasks.delete', { local: task })
    await discardAll()
    expect(holding()).toEqual([])
    expect(await call('times.create', entry(work, 'Plain'))).toMatchObject({ notes: 'Plain' })
  })
})

describe('an account with a service', () => {
  it('has nothing left of what was synced, deleted here, and deleted forever', async () => {
    const work = await connectedWork()
    await eventful(work)
    await call('sync.now', {})
    await discardAll()
    expect(holding()).toEqual([])
    await work.stop()
    expect(holdingIn(work.folder)).toEqual([])
  })

  it('has nothing left of what was deleted on the service, after 30 days', async () => {
    const work = await connectedWork()
    const { local } = await call('times.create', entry(work))
    await call('sync.now', {})
    const { id: remote } = await call('times.show', { local })
    await fetch(`${work.service.url}/api/v1/times/${remote}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${work.service.token}` },
    })
    await call('sync.now', {})
    expect((await call('trash.list', {})).items).toMatchObject([{ actor: 'sync' }])
    await core.close()
    await open(31)
    await core.close()
    expect(holding()).toEqual([])
  })

  it('still has the service delete what was deleted forever before it knew', async () => {
    const work = await connectedWork()
    const { local } = await call('times.create', entry(work))
    await call('sync.now', {})
    const { id: remote } = await call('times.show', { local })
    await call('times.delete', { local })
    await discardAll()
    expect(await ask('history.undo', {})).toMatchObject(refused)
    await call('sync.now', {})
    const answer = await fetch(`${work.service.url}/api/v1/times/${remote}`, {
      headers: { Authorization: `Bearer ${work.service.token}` },
    })
    expect(answer.status).toBe(404)
    expect(holding()).toEqual([])
  })
})
