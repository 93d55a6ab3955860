/** An edit never overwrites a value that its author did not see, in any kind of record. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createCore, type Core } from '#core/core.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import {
  categoryValues,
  expenseValues,
  referenceValues,
  timeValues,
  timerValues,
  wasOf,
} from '#shared/rules/concurrent-edits.ts'
import { inEnglish } from '#shared/sentences/sentence.ts'
import { quietPorts } from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

let core: Core
let project: number
let tasks: number[]
beforeEach(async () => {
  const home = testFolder()
  const options = { home, host: 'cli', version: '0', background: false } as const
  core = await createCore(quietPorts(home), options)
  onTestFinished(() => core.close())
  await done('account.createLocal')
  project = (await done('projects.add', { name: 'Garden', code: 'GRD', currency: 'EUR' })).local
  tasks = []
  for (const name of ['Digging', 'Sowing', 'Watering', 'Mowing']) {
    tasks.push((await done('tasks.add', { name })).local)
  }
})

const call = async <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
  (await core.call(name, input)) as Result<CallValue<Name>>
const done = async <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
  unwrap(await call(name, input))

/** The messages of a refused edit by field. */
function refusal(result: Result<unknown>): Readonly<Record<string, readonly string[]>> {
  expect(result).toMatchObject({ ok: false, error: { code: 'stale' } })
  return (!result.ok && result.error.fields) || {}
}

const newTime = (over: Partial<CallInput<'times.create'>> = {}) =>
  done('times.create', {
    ...{ project, task: tasks[0]!, date: '2026-11-19', start: 540, quantity: 2, notes: 'A' },
    ...over,
  })
const newExpense = (over: Partial<CallInput<'expenses.create'>> = {}) =>
  done('expenses.create', {
    ...{ project, date: '2026-11-19', name: 'Spade', unit_charge: 1_900, quantity: 1 },
    ...{ chargeable: true, notes: 'A' },
    ...over,
  })

describe('an edit of what changed after its author saw it', () => {
  it('changes nothing of an entry, and names the current value of each field', async () => {
    const seen = await newTime()
    const { local } = seen
    const edit = (set: CallInput<'times.update'>['set'], from = seen) =>
      call('times.update', { local, set, was: wasOf(set, timeValues(from)) })
    unwrap(await edit({ notes: 'B', start: 600 }))

    const refused = await edit({ notes: 'A, reviewed', start: 570, quantity: 3 })
    expect(refusal(refused)).toEqual({ notes: ['Is now "B"'], start: ['Is now 600'] })
    const now = await done('times.show', { local })
    expect(now).toMatchObject({ notes: 'B', start: 600, quantity: 2 })
    const [newest] = await done('history.list', { limit: 1 })
    expect(inEnglish(newest!.summary)).toContain('Changed')

    // Another field changed, or the same value is wanted, or it was seen: then the edit is saved.
    unwrap(await edit({ quantity: 3 }))
    unwrap(await edit({ notes: 'B' }))
    unwrap(await edit({ notes: 'B, reviewed' }, now))
    expect(await done('times.show', { local })).toMatchObject({
      ...{ notes: 'B, reviewed', start: 600, quantity: 3 },
    })
  })

  it('changes nothing of an expense, down to its tax rate', async () => {
    const seen = await newExpense({
      total_cost: 900,
      tax: 'includes',
      tax_rate: 12.5,
      currency: 'EUR',
    })
    const { local } = seen
    const edit = (set: CallInput<'expenses.update'>['set']) =>
      call('expenses.update', { local, set, was: wasOf(set, expenseValues(seen)) })
    unwrap(await edit({ unit_charge: 2_000, tax_rate: 20 }))
    const refused = await edit({ unit_charge: 2_100, tax_rate: 19, notes: 'B' })
    expect(refusal(refused)).toEqual({ unit_charge: ['Is now 2000'], tax_rate: ['Is now 20'] })
    expect(await done('expenses.show', { local })).toMatchObject({
      ...{ unit_charge: 2_000, notes: 'A' },
    })
    unwrap(await edit({ tax_rate: 20, notes: 'B' }))
  })

  it('changes none of several where one differs from what was seen', async () => {
    const entries = [await newTime(), await newTime({ start: 660 })]
    await done('times.update', {
      local: entries[1]!.local,
      set: { notes: '' },
      was: { notes: 'A' },
    })
    const times = entries.map(({ local }) => ({ local, was: { notes: 'A' } }))
    const refused = await call('times.updateMany', { records: times, set: { notes: 'C' } })
    expect(refusal(refused)).toEqual({ notes: ['Is empty now'] })
    expect((await done('times.show', { local: entries[0]!.local })).notes).toBe('A')

    const spent = [await newExpense(), await newExpense({ notes: 'B' })]
    const expenses = spent.map(({ local }) => ({ local, was: { notes: 'A' } }))
    expect(
      refusal(await call('expenses.updateMany', { records: expenses, set: { notes: 'C' } })),
    ).toEqual({ notes: ['Is now "B"'] })
    expect((await done('expenses.show', { local: spent[0]!.local })).notes).toBe('A')
  })

  it('adds and removes members of a category, and keeps those that others added in the meantime', async () => {
    const [dig, sow, water, mow] = tasks as [number, number, number, number]
    const seen = await done('categories.create', { name: 'Out', tasks: [dig, sow], charges: [] })
    const edit = (set: CallInput<'categories.update'>['set']) =>
      call('categories.update', {
        ...{ local: seen.local, set },
        was: wasOf(set, categoryValues(seen)),
      })
    unwrap(await edit({ tasks: [dig, sow, water] }))
    unwrap(await edit({ tasks: [sow, mow] }))
    expect((await done('categories.show', { local: seen.local })).tasks).toEqual([sow, water, mow])
    unwrap(await edit({ name: 'Outside' }))
    expect(refusal(await edit({ name: 'Outdoors', tasks: [] }))).toEqual({
      name: ['Is now "Outside"'],
    })
    expect((await done('categories.show', { local: seen.local })).tasks).toHaveLength(3)
  })

  it('changes nothing of a project, a client, a task or a charge of this machine', async () => {
    const seen = await done('projects.show', { local: project })
    const edit = (set: CallInput<'projects.update'>['set']) =>
      call('projects.update', {
        ...{ local: project, set },
        was: wasOf(set, referenceValues.project(seen)),
      })
    unwrap(await edit({ code: 'NEW', rate: 20_000 }))
    expect(refusal(await edit({ code: 'OWN', name: 'Gardens' }))).toEqual({
      code: ['Is now "NEW"'],
    })
    expect(await done('projects.show', { local: project })).toMatchObject({
      ...{ name: 'Garden', code: 'NEW', rate: 20_000 },
    })

    const client = await done('clients.add', { name: 'Green' })
    const charge = await done('charges.add', { name: 'Van', charge: 100, currency: 'EUR' })
    for (const [name, local] of [
      ['clients.update', client.local],
      ['charges.update', charge.local],
      ['tasks.update', tasks[0]!],
    ] as const) {
      const refused = await call(name, { local, set: { name: 'Mine' }, was: { name: 'Unseen' } })
      expect(Object.keys(refusal(refused))).toEqual(['name'])
    }
  })

  it('changes nothing of the running timer', async () => {
    const seen = await done('timer.start', { project, task: tasks[0]!, notes: 'A' })
    if (!seen.running) throw new Error('It does not run')
    const edit = (set: CallInput<'timer.edit'>['set']) =>
      call('timer.edit', { set, was: wasOf(set, timerValues(seen)) })
    unwrap(await edit({ notes: 'B' }))
    expect(refusal(await edit({ notes: 'C', task: tasks[1]! }))).toEqual({
      notes: ['Is now "B"'],
    })
    expect(await done('timer.status')).toMatchObject({ notes: 'B', task: { local: tasks[0]! } })
  })

  it('changes nothing of the settings', async () => {
    unwrap(await call('settings.set', { theme: 'dark', was: { theme: 'system' } }))
    const refused = await call('settings.set', { theme: 'light', was: { theme: 'system' } })
    expect(refusal(refused)).toEqual({ theme: ['Is now "dark"'] })
    // One change after the other, however soon the next one comes.
    const both = [
      call('settings.set', { theme: 'light', was: { theme: 'dark' } }),
      call('settings.set', { theme: 'system', was: { theme: 'light' } }),
    ]
    for (const made of await Promise.all(both)) expect(made).toMatchObject({ ok: true })
  })

  it('names each field that it changes with the value that was seen', async () => {
    const { local } = await newTime()
    const incomplete = await call('times.update', { local, set: { notes: 'B' }, was: {} })
    expect(incomplete).toMatchObject({
      ok: false,
      error: { code: 'validation', fields: { was: [expect.any(String)] } },
    })
    expect(await done('times.show', { local })).toMatchObject({ notes: 'A' })
  })
})
