/**
 * A call returns the number of the change that it made, and undo by that number takes back this one
 * alone.
 */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createCore, type Core } from '#core/core.ts'
import type { CallInput, CallName, CallResult, CallValue } from '#shared/ipc/contract.ts'
import { unwrap } from '#shared/errors.ts'
import { quietPorts } from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

let core: Core
let project: number
let task: number
beforeEach(async () => {
  const home = testFolder()
  const options = { home, host: 'cli', version: '0', background: false } as const
  core = await createCore(quietPorts(home), options)
  onTestFinished(() => core.close())
  unwrap(await call('account.createLocal'))
  const made = await call('projects.add', { name: 'Garden', code: 'GRD', currency: 'EUR' })
  project = unwrap(made).local
  task = unwrap(await call('tasks.add', { name: 'Digging' })).local
})

const call = async <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
  (await core.call(name, input)) as CallResult<CallValue<Name>>

const changeOf = (result: CallResult<unknown>): number => {
  expect(result, JSON.stringify(result)).toMatchObject({ ok: true, change: expect.any(Number) })
  return (result as { change: number }).change
}

const entry = (start: number) => ({ project, task, date: '2026-11-19', start, quantity: 2 })

describe('a call that changes something', () => {
  it('returns the number of its own change, also when several are under way', async () => {
    const made = await Promise.all(
      [540, 600, 660].map((start) => call('times.create', entry(start))),
    )
    const numbers = made.map(changeOf)
    expect(new Set(numbers).size).toBe(3)
    unwrap(await call('history.undo', { change: numbers[0]! }))
    const left = unwrap(await call('times.list', {})).data.map(({ start }) => start)
    expect(left.toSorted((one, other) => one - other)).toEqual([600, 660])
  })

  it('returns it for every kind of record, and for the timer', async () => {
    const { local } = unwrap(await call('times.create', entry(540)))
    const numbers = [
      await call('times.update', { local, set: { notes: 'Beds' }, was: { notes: null } }),
      await call('times.deleteMany', { locals: [local] }),
      await call('categories.create', { name: 'Outside', tasks: [], charges: [] }),
      await call('expenses.create', {
        ...{
          project,
          date: '2026-11-19',
          name: 'Spade',
          unit_charge: 1_900,
          quantity: 1,
          chargeable: true,
        },
      }),
      await call('tasks.update', {
        ...{ local: task, set: { name: 'Deep digging' }, was: { name: 'Digging' } },
      }),
      await call('timer.start', {}),
      await call('timer.discard'),
    ].map(changeOf)
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    const newest = unwrap(await call('history.list', { limit: 1 }))[0]!
    expect(numbers.at(-1)).toBe(newest.change)
  })

  it('returns none where nothing was changed, was only read, or was refused', async () => {
    changeOf(await call('times.create', entry(540)))
    const cells = [{ project, task, date: '2026-11-19', minutes: 30 }]
    expect(await call('times.setCells', { cells })).toEqual({
      ok: true,
      value: { change: null, added: 0, changed: 0, removed: 0 },
    })
    expect(await call('times.list', {})).not.toHaveProperty('change')
    expect(await call('times.create', { ...entry(600), task: 999 })).not.toHaveProperty('change')
  })
})
