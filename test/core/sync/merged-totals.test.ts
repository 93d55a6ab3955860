/** No merge produces a total that neither side saw: the table in SYNC.md, pair by pair. */
import { readFileSync } from 'node:fs'
import { expenseAdapter } from '#core/sync/records/expense-adapter.ts'
import type { SyncAdapter } from '#core/sync/records/sync-adapter.ts'
import { timeAdapter } from '#core/sync/records/time-adapter.ts'
import { mergeVersions } from '#core/sync/decide/merge.ts'
import { toExpenseVersion, type ExpenseVersion } from '#shared/resources/expense-version.ts'
import type { TimeVersion } from '#shared/resources/time-version.ts'
import type { VersionFields } from '#shared/resources/version-fields.ts'
import { minutesInDay } from '#shared/rules/calendar.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** Projects by id: increment, rate and currency. */
const projects = {
  1: { increment: 15, rate: 10_000, currency: 'EUR' },
  2: { increment: 15, rate: 10_000, currency: 'EUR' },
  3: { increment: 6, rate: 10_000, currency: 'EUR' },
  4: { increment: 15, rate: 12_000, currency: 'EUR' },
  5: { increment: 15, rate: 10_000, currency: 'NZD' },
} as const
type ProjectId = keyof typeof projects
const projectIds = Object.keys(projects).map(Number) as ProjectId[]

const timeOf = (fields: Omit<TimeVersion, 'increment' | 'rate' | 'currency'>): TimeVersion => ({
  ...fields,
  ...projects[fields.project_id as ProjectId],
})

const time = fc
  .record({
    project_id: fc.constantFrom(...projectIds),
    task_id: fc.constantFrom(1, 2),
    date: fc.constantFrom('2026-11-18', '2026-11-19'),
    start: fc.constantFrom(540, 1320),
    quantity: fc.constantFrom(1, 2, 16),
    notes: fc.constantFrom(null, 'A'),
  })
  .map(timeOf)

const expenseOf = (
  fields: Omit<Parameters<typeof toExpenseVersion>[0], 'project_currency'>,
): ExpenseVersion =>
  toExpenseVersion({
    ...fields,
    project_currency: projects[fields.project_id as ProjectId].currency,
  })

const expense = fc
  .record({
    project_id: fc.constantFrom(...projectIds),
    charge_id: fc.constantFrom(null, null, 1, 2),
    name: fc.constantFrom('A', 'B'),
    unit_charge: fc.constantFrom(100, 12_000),
    unit: fc.constantFrom(null, 'km'),
    date: fc.constantFrom('2026-11-18', '2026-11-19'),
    quantity: fc.constantFrom(1, 300),
    total_cost: fc.constantFrom(0, 2000, 3000),
    tax: fc.constantFrom('includes', 'excludes'),
    tax_rate: fc.constantFrom('7.5', '8'),
    currency: fc.constantFrom('EUR', 'NZD'),
    chargeable: fc.boolean(),
    notes: fc.constantFrom(null, 'A'),
  })
  .map(expenseOf)

/** The value of a time: minutes, and what an hour of them costs. */
const worthOf = ({ quantity, increment, rate, currency }: TimeVersion) =>
  JSON.stringify([quantity * increment, rate, currency])

/** The value of an expense: what is charged and what was spent, in which currency. */
const sumsOf = (version: ExpenseVersion) => {
  const { charge_id, unit_charge, unit, quantity, chargeable, project_currency } = version
  const { total_cost, tax, tax_rate, currency } = version
  const spent = [total_cost, tax, tax_rate, currency]
  return JSON.stringify([
    charge_id,
    unit_charge,
    unit,
    quantity,
    chargeable,
    project_currency,
    spent,
  ])
}

const leadsOverMidnight = ({ start, quantity, increment }: TimeVersion): boolean =>
  start + quantity * increment > minutesInDay

describe('a merge without a card', () => {
  /** Only merges in which none of these fields is in conflict. */
  const mergedUnasked = <Version extends object>(
    adapter: SyncAdapter,
    [before, local, remote]: [Version, Version, Version],
    fields: readonly string[],
  ): Version | undefined => {
    const { version, conflicts } = mergeVersions(adapter, before, local, remote)
    const isAsked = conflicts.some(({ base }) => fields.some((field) => field in base))
    return isAsked ? undefined : (version as Version)
  }

  it('never makes an entry worth an amount that neither side saw', () => {
    fc.assert(
      fc.property(fc.tuple(time, time, time), (versions) => {
        const merged = mergedUnasked(timeAdapter, versions, ['project_id', 'quantity'])
        if (merged) expect(versions.slice(1).map(worthOf)).toContain(worthOf(merged))
      }),
    )
  })

  it('never moves the end of an entry past midnight that was before it on both sides', () => {
    fc.assert(
      fc.property(fc.tuple(time, time, time), (versions) => {
        const merged = mergedUnasked(timeAdapter, versions, ['start', 'quantity'])
        fc.pre(merged !== undefined && !versions.slice(1).some(leadsOverMidnight))
        expect(leadsOverMidnight(merged)).toBe(false)
      }),
    )
  })

  it('never makes an expense a sum that neither side saw', () => {
    fc.assert(
      fc.property(fc.tuple(expense, expense, expense), (versions) => {
        const factors = ['project_id', 'charge_id', 'quantity', 'chargeable', 'total_cost']
        const merged = mergedUnasked(expenseAdapter, versions, factors)
        if (merged) expect(versions.slice(1).map(sumsOf)).toContain(sumsOf(merged))
      }),
    )
  })
})

/**
 * The rows of the table in SYNC.md: fields by the names of versions, and where they are one group.
 */
function tableOf(record: string): { fields: string[]; where: string }[] {
  const text = readFileSync(new URL('../../../docs/SYNC.md', import.meta.url), 'utf8')
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const versionNames: Record<string, string> = {
    project: 'project_id',
    task: 'task_id',
    charge: 'charge_id',
  }
  return rows
    .filter((cells) => cells.length === 5 && cells[1] === record)
    .map(([, , fields, where]) => ({
      fields: fields!.split(', ').map((field) => versionNames[field] ?? field),
      where: where!,
    }))
}

const baseTime = timeOf({
  project_id: 1,
  task_id: 1,
  date: '2026-11-19',
  start: 540,
  quantity: 4,
  notes: 'Base',
})
const baseExpense = expenseOf({
  project_id: 1,
  charge_id: null,
  name: 'Paper',
  unit_charge: 100,
  unit: null,
  date: '2026-11-19',
  quantity: 1,
  total_cost: 2000,
  tax: 'includes',
  tax_rate: '7.5',
  currency: 'EUR',
  chargeable: true,
  notes: 'Base',
})

/** One change of each field. */
const timeChanges: VersionFields = {
  project_id: 2,
  task_id: 2,
  date: '2026-11-18',
  start: 1320,
  quantity: 8,
  notes: 'Changed',
}
const expenseChanges: VersionFields = {
  project_id: 2,
  charge_id: 3,
  name: 'Card',
  unit_charge: 12_000,
  unit: 'km',
  date: '2026-11-18',
  quantity: 300,
  total_cost: 3000,
  tax: 'excludes',
  tax_rate: '8',
  currency: 'NZD',
  chargeable: false,
  notes: 'Changed',
}

const worthDiffers = 'where increment, rate, or currency of the projects differ'
const overMidnight = "where one side's start plus the other's duration crosses midnight"
const currenciesDiffer = 'where the currencies of the projects differ'

describe.each([
  { record: 'time', where: 'always', changes: timeChanges },
  { record: 'time', where: worthDiffers, changes: { ...timeChanges, project_id: 3 } },
  { record: 'time', where: worthDiffers, changes: { ...timeChanges, project_id: 4 } },
  { record: 'time', where: worthDiffers, changes: { ...timeChanges, project_id: 5 } },
  { record: 'time', where: overMidnight, changes: { ...timeChanges, quantity: 16 } },
  { record: 'expense', where: 'always', changes: expenseChanges },
  { record: 'expense', where: currenciesDiffer, changes: { ...expenseChanges, project_id: 5 } },
])('the fields of one $record', ({ record, where, changes }) => {
  const isTime = record === 'time'
  const adapter: SyncAdapter = isTime ? timeAdapter : expenseAdapter
  const base: object = isTime ? baseTime : baseExpense
  const changed = (field: string): object => {
    const version = { ...base, [field]: changes[field] }
    return isTime
      ? timeOf(version as unknown as TimeVersion)
      : expenseOf(version as unknown as Parameters<typeof expenseOf>[0])
  }
  const rows = tableOf(record)
  const together = rows.filter((row) => row.where === 'always' || row.where === where)

  it(`are grouped as SYNC.md says, ${where}`, () => {
    expect(rows.map((row) => row.where)).toContain(where)
    const pairs: Record<string, boolean> = {}
    const expected: Record<string, boolean> = {}
    for (const here of Object.keys(changes)) {
      for (const there of Object.keys(changes)) {
        if (here === there) continue
        const { conflicts } = mergeVersions(adapter, base, changed(here), changed(there))
        pairs[`${here} here, ${there} there`] = conflicts.length > 0
        expected[`${here} here, ${there} there`] = together.some(
          ({ fields }) => fields.includes(here) && fields.includes(there),
        )
      }
    }
    expect(pairs).toEqual(expected)
  })
})
