/** What a filter leaves in reports and lists, against its meaning. */
import { sql } from 'kysely'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { ActionContext } from '#core/actions/change.ts'
import { makeReport, type ReportQuery } from '#core/reports/make-report.ts'
import { readRowEntries } from '#core/reports/row-entries.ts'
import { readTimeSeries } from '#core/reports/time-series.ts'
import type { EntryListQuery } from '#core/store/lists/entry-list.ts'
import { readEntryIds, readEntryScope } from '#core/store/resources/entries-of-days.ts'
import { listExpenses } from '#core/store/resources/expenses.ts'
import { listFilteredExpenses, listFilteredTimes } from '#core/store/resources/filtered-lists.ts'
import { listTimes } from '#core/store/resources/times.ts'
import { reportKinds, type CurrencyAmount, type ReportRow } from '#shared/ipc/reports.ts'
import { expenseSortKeys } from '#shared/resources/expense.ts'
import { timeSortKeys } from '#shared/resources/time.ts'
import { matches, opposite, type Condition, type EntryFilter } from '#shared/rules/entry-filter.ts'
import { condition, entryFilter } from '../../support/drawn-filters.ts'
import { openPlanner } from '../../support/plans.ts'
import { organisation, testContext } from '../../support/store.ts'
import { exported } from '../transfer/at-work.ts'
import { day, drawnStore, opened, plainRecords, type DrawnStore } from './drawn-store.ts'

const days = fc.tuple(day, day).map((two) => two.toSorted() as [string, string])
const kind = fc.constantFrom(...reportKinds)
const user = fc.constantFrom(undefined, 1, 2)
const whole = { from: '0001-01-01', to: '9999-12-31', user: undefined } as const
const everyone = { whose: 'everyone', rate: 'hour' } as const

type Open = Awaited<ReturnType<typeof opened>>

/** Plays a property on drawn stores. */
const onStores = <Drawn extends [unknown, ...unknown[]]>(
  runs: number,
  drawn: { [Nth in keyof Drawn]: fc.Arbitrary<Drawn[Nth]> },
  play: (context: Open, ...values: Drawn) => Promise<void>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(drawnStore, fc.tuple(...drawn), async (store: DrawnStore, values) => {
      const context = await opened(store)
      try {
        await play(context, ...(values as Drawn))
      } finally {
        await context.close()
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )

async function idsBySql(
  { db }: ActionContext,
  entry: 'time_entry' | 'expense',
  filter: EntryFilter,
  { from, to, user }: { from: string; to: string; user?: number | undefined } = whole,
): Promise<number[]> {
  const scope = await readEntryScope(db, entry, { organisation, user, filter })
  const ids = await readEntryIds(db, entry, scope, { from, to }, { newestFirst: false })
  return ids.toSorted((one, other) => one - other)
}

async function idsByMeaning(
  context: ActionContext,
  entry: 'time_entry' | 'expense',
  filter: EntryFilter,
  { from, to, user }: { from: string; to: string; user?: number | undefined } = whole,
): Promise<number[]> {
  const records = await plainRecords(context, entry)
  return records
    .filter((one) => one.date >= from && one.date <= to)
    .filter((one) => user === undefined || one.user === user)
    .filter(({ facts }) => matches(filter, facts))
    .map(({ id }) => id)
}

const noPause = async () => {}

const report = (context: ActionContext, query: Partial<ReportQuery>) =>
  makeReport(context, { ...everyone, ...whole, by: 'project', ...query })

type Sums = Pick<
  ReportRow,
  'minutes' | 'entries' | 'values' | 'expenses' | 'chargeable' | 'costs' | 'taxes'
>
const moneys = ['values', 'expenses', 'chargeable', 'costs', 'taxes'] as const

/** The sums of several, without what adds up to 0 in its currency. */
function added(all: readonly Sums[]): Record<string, unknown> {
  const amounts = (list: CurrencyAmount[]) => {
    const by = Map.groupBy(list, ({ currency }) => String(currency))
    return Object.fromEntries(
      [...by]
        .map(([currency, of]) => [currency, of.reduce((sum, { amount }) => sum + amount, 0)])
        .filter(([, amount]) => amount !== 0)
        .toSorted(),
    ) as Record<string, number>
  }
  return {
    minutes: all.reduce((sum, one) => sum + one.minutes, 0),
    entries: all.reduce((sum, one) => sum + one.entries, 0),
    ...Object.fromEntries(moneys.map((name) => [name, amounts(all.flatMap((one) => one[name]))])),
  }
}

describe('a filter', () => {
  it('leaves exactly the entries and expenses that it means', async () => {
    await onStores(60, [entryFilter, days, user], async (context, filter, [from, to], user) => {
      const range = { from, to, user }
      for (const entry of ['time_entry', 'expense'] as const) {
        expect(await idsBySql(context, entry, filter, range)).toEqual(
          await idsByMeaning(context, entry, filter, range),
        )
      }
      const { counted, total } = await report(context, { filter, ...range })
      const fit = await idsByMeaning(context, 'time_entry', filter, range)
      const all = await idsByMeaning(context, 'time_entry', [], range)
      expect(counted).toEqual({ times: fit.length, of: all.length })
      expect(total.entries).toBe(fit.length)
    })
  })

  it('leaves the same entries and expenses in an export, with the records that they name', async () => {
    await onStores(20, [entryFilter, days, user], async (context, filter, [from, to], user) => {
      for (const [what, entry] of [
        ['times', 'time_entry'],
        ['expenses', 'expense'],
      ] as const) {
        const range = { from, to, user }
        const file = await exported(context, { what, format: 'json', filter, ...range })
        const { projects, ...lists } = JSON.parse(file) as Record<string, { key: number }[]>
        const records = lists[what]!
        const fit = await idsByMeaning(context, entry, filter, range)
        expect(records).toHaveLength(fit.length)
        const named = new Set((records as { project?: number | null }[]).map((one) => one.project))
        named.delete(null)
        expect(projects).toHaveLength(named.size)
        const table = await exported(context, { what, format: 'csv', filter, ...range })
        expect(Papa.parse(table.trim()).data).toHaveLength(fit.length + 1)
      }
    })
  })

  it('and its opposite share everything, but for expenses under a condition on tasks', async () => {
    await onStores(30, [condition, kind], async (context, one, by) => {
      const halves = [
        await report(context, { by, filter: [one] }),
        await report(context, { by, filter: [opposite(one)] }),
      ]
      const all = await report(context, { by })
      const [parts, sum] = [added(halves.map(({ total }) => total)), added([all.total])]
      if (one.kind !== 'task') expect(parts).toEqual(sum)
      else expect(parts).toMatchObject({ minutes: sum['minutes'], values: sum['values'] })
    })
  })

  it('gives the same report in any order, and with repetitions', async () => {
    await onStores(20, [entryFilter, kind], async (context, filter, by) => {
      const again = [...filter, ...filter].toReversed()
      const { rows, total } = await report(context, { by, filter })
      expect(await report(context, { by, filter: again })).toMatchObject({ rows, total })
    })
  })

  it('leaves no more with another condition', async () => {
    await onStores(25, [entryFilter, condition], async (context, filter, more) => {
      for (const entry of ['time_entry', 'expense'] as const) {
        const narrow = await idsBySql(context, entry, [...filter, more])
        const wide = new Set(await idsBySql(context, entry, filter))
        expect(narrow.filter((id) => !wide.has(id))).toEqual([])
      }
    })
  })

  it('does not care about what it does not ask for', async () => {
    const asksForNotes = ({ kind }: Condition) => kind === 'notes' || kind === 'words'
    const silent = entryFilter.map((all) => all.filter((one) => !asksForNotes(one)))
    await onStores(20, [silent, kind], async (context, filter, by) => {
      const before = await report(context, { by, filter })
      for (const table of ['time_entry', 'expense'] as const) {
        await context.db.updateTable(table).set({ notes: 'Other', search: 'other' }).execute()
      }
      expect(await report(context, { by, filter })).toEqual(before)
    })
  })

  it('on an unknown record leaves nothing, and its opposite everything', async () => {
    await onStores(5, [kind], async (context, by) => {
      for (const kind of ['client', 'project', 'category', 'person'] as const) {
        const unknown = { kind, of: [99] }
        const { total } = await report(context, { by, filter: [unknown] })
        expect(added([total])).toEqual(added([]))
        const all = await report(context, { by })
        const others = await report(context, { by, filter: [opposite(unknown)] })
        expect(others.total).toEqual(all.total)
      }
    })
  })

  it('leaves the same entries and expenses in a list, in its order, whatever the page', async () => {
    const lists = {
      time_entry: { read: listTimes, readFiltered: listFilteredTimes, keys: timeSortKeys },
      expense: { read: listExpenses, readFiltered: listFilteredExpenses, keys: expenseSortKeys },
    } as const
    const asked = fc.record({
      sortAsc: fc.constantFrom(undefined, true, false),
      query: fc.constantFrom(undefined, ' ', 'logo', 'draft o'),
      date: fc.option(day, { nil: undefined, freq: 4 }),
    })
    const limit = fc.constantFrom(1, 3, 100)
    await onStores(30, [entryFilter, asked, limit], async (context, filter, asked, limit) => {
      const { db } = context
      for (const entry of ['time_entry', 'expense'] as const) {
        const { read, readFiltered, keys } = lists[entry]
        const fit = new Set(await idsByMeaning(context, entry, filter))
        for (const sortKey of [undefined, ...keys]) {
          const query = { ...asked, sortKey } as EntryListQuery & { sortKey: never }
          const all = await read(db, organisation, { ...query, limit: 100 })
          const ids = all.data.map(({ id }) => id).filter((id) => fit.has(id))
          for (let page = 1; (page - 2) * limit < ids.length; page += 1) {
            const paged = { ...query, filter, page, limit }
            const { data, ...slice } = await readFiltered(db, organisation, paged, noPause)
            expect(data.map(({ id }) => id)).toEqual(ids.slice((page - 1) * limit, page * limit))
            expect(slice).toEqual({ page, limit, total: ids.length })
          }
        }
      }
    })
  })

  it('holds for charts, too', async () => {
    await onStores(20, [entryFilter, days, user], async (context, filter, [from, to], user) => {
      const { total } = await report(context, { from, to, user, filter })
      for (const unit of ['day', 'month'] as const) {
        const series = await readTimeSeries(context, { from, to, user, unit, filter })
        const minutes = series.points.reduce((sum, point) => sum + point.minutes, 0)
        expect(minutes).toBe(total.minutes)
      }
    })
  })
})

describe('the rows of a filtered report', () => {
  const overlaps = (by: string) => by === 'category'

  it('add up to the total, and the rows within a row to it', async () => {
    await onStores(40, [entryFilter, kind, kind], async (context, filter, by, then) => {
      const { rows, total } = await report(context, { by, then, filter })
      if (!overlaps(by)) expect(added(rows)).toEqual(added([total]))
      for (const row of rows) {
        if (!overlaps(then)) expect(added(row.rows!)).toEqual(added([row]))
      }
      const alone = await report(context, { by, filter })
      expect(rows.map(({ rows: _, ...row }) => row)).toEqual(alone.rows)
    })
  })

  it('have the same leaves whichever kind comes first', async () => {
    const leaves = (rows: ReportRow[], isTurned: boolean) =>
      rows
        .flatMap((row) =>
          row.rows!.map((leaf) => {
            const keys = isTurned ? [leaf.key, row.key] : [row.key, leaf.key]
            return JSON.stringify([keys, added([leaf])])
          }),
        )
        .toSorted()
    await onStores(30, [entryFilter, kind, kind], async (context, filter, one, other) => {
      const straight = await report(context, { by: one, then: other, filter })
      const turned = await report(context, { by: other, then: one, filter })
      expect(leaves(turned.rows, true)).toEqual(leaves(straight.rows, false))
    })
  })

  it('count the entries that are listed for them', async () => {
    await onStores(25, [entryFilter, days, user], async (context, filter, [from, to], user) => {
      const minutesOf = new Map(
        (await plainRecords(context, 'time_entry')).map(({ id, minutes }) => [id, minutes]),
      )
      for (const by of reportKinds) {
        const { rows } = await report(context, { by, from, to, user, filter })
        for (const { key, entries, minutes } of rows) {
          const listed = await readRowEntries(context, {
            ...{ by, key, from, to, user, filter, limit: 100 },
          })
          expect(listed, `${by} ${key}`).toHaveLength(entries)
          expect(listed.reduce((sum, { id }) => sum + minutesOf.get(id)!, 0)).toBe(minutes)
        }
      }
    })
  })

  it('count those that are listed for the rows within them', async () => {
    await onStores(25, [entryFilter, kind, kind], async (context, filter, by, then) => {
      const { from, to, rows } = await report(context, { by, then, filter })
      for (const outer of rows) {
        for (const { key, entries } of outer.rows!) {
          const listed = await readRowEntries(context, {
            ...{ by: then, key, within: { by, key: outer.key } },
            ...{ from, to, user: undefined, filter, limit: 100 },
          })
          expect(listed, `${then} ${key} of ${by} ${outer.key}`).toHaveLength(entries)
        }
      }
    })
  })
})

it('reads entries by one plan, whatever the filter and the kinds', async () => {
  const planner = await openPlanner(['model', 'client'])
  const filters: EntryFilter[] = [
    [],
    [{ kind: 'client', of: [1, null] }],
    [{ kind: 'category', not: true, of: [1] }],
    [{ kind: 'person', of: [null] }],
    [{ kind: 'billable', is: true }],
    [{ kind: 'notes', is: false }],
    [{ kind: 'words', text: 'logo draft' }],
    [
      { kind: 'task', of: [null] },
      { kind: 'words', not: true, text: 'call' },
      { kind: 'notes', is: true },
    ],
  ]
  for (const filter of filters) {
    const plans = await planner.plansOf(async (db) => {
      await sql`insert into organisation (id, name) values (1, 'x') on conflict do nothing`.execute(
        db,
      )
      await sql`insert into time_count (organisation_id, kind, key, entries)
        values (1, 'month', '2026-01', 5) on conflict do nothing`.execute(db)
      const { clock } = await testContext()
      const context = { db, clock, organisation, changed: () => {} }
      const range = { from: '2026-01-01', to: '2026-01-31' }
      for (const by of reportKinds) await report(context, { ...range, by, then: 'task', filter })
      await readTimeSeries(context, { ...range, unit: 'day', user: 1, filter })
      await readRowEntries(context, { ...range, by: 'client', key: 1, user: 1, filter, limit: 9 })
    })
    const ofTimes = plans.filter((plan) => /SEARCH e USING .*time_entry/.test(plan))
    expect(ofTimes.length).toBeGreaterThanOrEqual(reportKinds.length + 2)
    for (const plan of ofTimes) {
      expect(plan).toContain(
        'SEARCH e USING COVERING INDEX time_entry_by_date (organisation_id=? AND date>? AND date<?)',
      )
      expect(plan).not.toContain('TEMP B-TREE')
      // Nothing else reads entries, except for those without notes.
      for (const step of plan.split('\n').filter((one) => /\btime_entry\b/.test(one))) {
        expect(step).toContain('SEARCH time_entry USING COVERING INDEX time_entry_without_notes')
      }
    }
  }
  await planner.close()
})

it('reads a list by days, and sorts those that fit', async () => {
  const planner = await openPlanner(['model', 'client'])
  const filter: EntryFilter = [{ kind: 'client', of: [1] }]
  for (const sortKey of [undefined, ...timeSortKeys]) {
    const plans = await planner.plansOf(async (db) => {
      await sql`insert into organisation (id, name) values (1, 'x') on conflict do nothing`.execute(
        db,
      )
      await sql`insert into time_count (organisation_id, kind, key, entries)
        values (1, 'month', '2026-01', 5) on conflict do nothing`.execute(db)
      await listFilteredTimes(db, organisation, { filter, sortKey }, noPause)
    })
    const steps = plans
      .flatMap((plan) => plan.split('\n'))
      .filter((step) => /\b(e|time_entry)\b/.test(step))
    expect(steps[0]).toContain('SEARCH e USING COVERING INDEX time_entry_by_date ')
    expect(steps.length).toBe(sortKey === undefined ? 2 : 3)
    for (const step of steps.slice(1)) {
      expect(step).toContain('SEARCH time_entry USING INTEGER PRIMARY KEY (rowid=?)')
    }
  }
  await planner.close()
})
