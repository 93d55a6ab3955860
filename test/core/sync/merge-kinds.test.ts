/** The same laws of merging for every resource: one base, changed on both sides. */
import { describe, expect, it } from 'vitest'
import { categoryAdapter } from '#core/sync/records/category-adapter.ts'
import { expenseAdapter } from '#core/sync/records/expense-adapter.ts'
import type { SyncAdapter } from '#core/sync/records/sync-adapter.ts'
import { timeAdapter } from '#core/sync/records/time-adapter.ts'
import { mergeAcknowledged, mergeVersions } from '#core/sync/decide/merge.ts'
import { toCategoryVersion } from '#shared/resources/category-version.ts'
import { toExpenseVersion } from '#shared/resources/expense-version.ts'
import type { VersionFields } from '#shared/resources/version-fields.ts'
import fc from 'fast-check'

const word = fc.constantFrom(null, 'A', 'B')

/** The third project is of another rate, or currency. */
const time = fc
  .record({
    project_id: fc.constantFrom(1, 2, 3),
    task_id: fc.constantFrom(1, 2),
    date: fc.constantFrom('2026-11-18', '2026-11-19'),
    start: fc.constantFrom(0, 540, 1400),
    quantity: fc.integer({ min: 1, max: 3 }),
    notes: word,
    increment: fc.constant(15),
  })
  .map((fields) => ({ ...fields, rate: fields.project_id === 3 ? 2 : 1, currency: 'EUR' }))

const expense = fc
  .record({
    project_id: fc.constantFrom(1, 2, 3),
    charge_id: fc.constantFrom(null, 1, 2),
    name: fc.constantFrom('A', 'B'),
    unit_charge: fc.constantFrom(100, 200),
    unit: word,
    date: fc.constantFrom('2026-11-18', '2026-11-19'),
    quantity: fc.integer({ min: 1, max: 3 }),
    total_cost: fc.constantFrom(0, 50, 60),
    tax: fc.constantFrom('includes', 'excludes'),
    tax_rate: fc.constantFrom('7.50', '8'),
    currency: fc.constantFrom('EUR', 'NZD'),
    chargeable: fc.boolean(),
    notes: word,
  })
  .map((fields) =>
    toExpenseVersion({ ...fields, project_currency: fields.project_id === 3 ? 'NZD' : 'EUR' }),
  )

const members = fc.subarray([1, 2, 3])
const category = fc
  .record({ name: fc.constantFrom('A', 'B', 'C'), tasks: members, charges: members })
  .map(({ name, tasks, charges }) => toCategoryVersion(name, tasks, charges))

describe.each<{ name: string; adapter: SyncAdapter; version: fc.Arbitrary<object> }>([
  { name: 'times', adapter: timeAdapter, version: time },
  { name: 'expenses', adapter: expenseAdapter, version: expense },
  { name: 'categories', adapter: categoryAdapter, version: category },
])('merging $name', ({ adapter, version }) => {
  it('takes either side whole where the other changed nothing', () => {
    fc.assert(
      fc.property(version, version, (before, after) => {
        expect(mergeVersions(adapter, before, before, after)).toEqual({
          version: after,
          send: {},
          conflicts: [],
        })
        const pushed = mergeVersions(adapter, before, after, before)
        expect(pushed.conflicts).toEqual([])
        expect(adapter.same({ ...before, ...pushed.send }, after)).toBe(true)
      }),
    )
  })

  it('sees the same conflicts from both sides', () => {
    fc.assert(
      fc.property(version, version, version, (before, local, remote) => {
        const groups = (one: object, other: object) =>
          mergeVersions(adapter, before, one, other).conflicts.map((conflict) => conflict.group)
        expect(groups(local, remote)).toEqual(groups(remote, local))
      }),
    )
  })

  it('has nothing left to do once the service has what was sent', () => {
    fc.assert(
      fc.property(version, version, version, (before, local, remote) => {
        const first = mergeVersions(adapter, before, local, remote)
        fc.pre(first.conflicts.length === 0)
        const there = { ...remote, ...first.send }
        const after = mergeAcknowledged(adapter, 'update', remote, first.send, first.version, there)
        expect(after).toEqual({ version: there, send: {}, conflicts: [] })
        expect(adapter.same(first.version, there)).toBe(true)
      }),
    )
  })

  it('ends the same in either order of sending, where nothing is in conflict', () => {
    fc.assert(
      fc.property(version, version, version, (before, one, other) => {
        fc.pre(mergeVersions(adapter, before, one, other).conflicts.length === 0)
        // One sends its own, then the other merges and sends; and the other way round.
        const sendAfter = (first: object, second: object) => ({
          ...first,
          ...mergeVersions(adapter, before, second, first).send,
        })
        expect(adapter.same(sendAfter(one, other), sendAfter(other, one))).toBe(true)
      }),
    )
  })

  it('loses no edit: each is in the result, sent, or in conflict', () => {
    fc.assert(
      fc.property(version, version, version, (before, local, remote) => {
        const merged = mergeVersions(adapter, before, local, remote)
        const inConflict = new Set(
          merged.conflicts.flatMap((conflict) => Object.keys(conflict.mine)),
        )
        for (const group of adapter.groups(before, local, remote)) {
          if (group.isSet || group.fields.some((field) => inConflict.has(field))) continue
          const values = (of: object) => group.fields.map((field) => (of as VersionFields)[field])
          const changed = JSON.stringify(values(local)) !== JSON.stringify(values(before))
          if (changed) expect(values(merged.version)).toEqual(values(local))
        }
      }),
    )
  })
})

describe('sets of members', () => {
  it('keep what either side added, and drop what either took out', () => {
    fc.assert(
      fc.property(members, members, members, (before, local, remote) => {
        const set = (tasks: number[]) => toCategoryVersion('A', tasks, [])
        const { version, conflicts } = mergeVersions(
          categoryAdapter,
          set(before),
          set(local),
          set(remote),
        )
        expect(conflicts).toEqual([])
        for (const id of [1, 2, 3]) {
          const was = before.includes(id)
          const changed = local.includes(id) !== was ? local.includes(id) : remote.includes(id)
          expect(version.tasks.includes(id)).toBe(changed)
        }
      }),
    )
  })
})
