/** The first question of the Day page: totals of a year, and the entries of its newest days. */
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createCore, type Core } from '#core/core.ts'
import type { CallInput, CallName, CallResult, CallValue } from '#shared/ipc/contract.ts'
import { unwrap } from '#shared/errors.ts'
import { quietPorts } from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { playAt } from '../../support/test-day.ts'

playAt('2026-11-19T09:00[UTC]')

let core: Core
beforeEach(async () => {
  const home = testFolder()
  const options = { home, host: 'cli', version: '0', background: false } as const
  core = await createCore(quietPorts(home), options)
  onTestFinished(() => core.close())
  await call('account.createLocal')
  const { local: project } = await call('projects.add', { name: 'Garden', currency: 'EUR' })
  const { local: task } = await call('tasks.add', { name: 'Digging' })
  for (const [date, starts] of Object.entries(days)) {
    for (const start of starts) {
      await call('times.create', { project, task, date, start, quantity: 2 })
    }
  }
})

const days = {
  '2025-03-01': [540],
  '2026-11-02': [540],
  '2026-11-10': [540, 600, 660],
  '2026-11-12': [540, 600],
  '2026-11-25': [540],
}

const call = async <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
  unwrap((await core.call(name, input)) as CallResult<CallValue<Name>>)

const datesOf = (entries: readonly { date: string }[]) => [
  ...new Set(entries.map(({ date }) => date)),
]

const to = '2026-11-19'

it('sums the days up to one, newest first, and names the oldest of all', async () => {
  const newest = await call('times.newestDays', { to, days: 366, entries: 0 })
  expect(newest.days).toEqual([
    { date: '2026-11-12', minutes: 60, entries: 2 },
    { date: '2026-11-10', minutes: 90, entries: 3 },
    { date: '2026-11-02', minutes: 30, entries: 1 },
  ])
  expect(newest).toMatchObject({ entries: [], listedFrom: null, oldest: '2025-03-01' })
})

it('lists whole days, until they have as many entries as were asked for', async () => {
  const three = await call('times.newestDays', { to, days: 366, entries: 3 })
  expect(datesOf(three.entries)).toEqual(['2026-11-12', '2026-11-10'])
  expect(three.entries).toHaveLength(5)
  expect(three.listedFrom).toBe('2026-11-10')
  const all = await call('times.newestDays', { to, days: 366, entries: 1000 })
  expect(all.entries).toHaveLength(6)
  expect(all.listedFrom).toBe('2026-11-02')
})

it('ends on another day where one is named', async () => {
  const later = await call('times.newestDays', { to: '2026-11-25', days: 14, entries: 1 })
  expect(later.days.map(({ date }) => date)).toEqual(['2026-11-25', '2026-11-12'])
  expect(datesOf(later.entries)).toEqual(['2026-11-25'])
})

it('has nothing where nothing was logged', async () => {
  expect(await call('times.newestDays', { to: '2025-01-01', days: 30, entries: 10 })).toEqual({
    ...{ days: [], entries: [], others: [], listedFrom: null, oldest: '2025-03-01' },
  })
})
