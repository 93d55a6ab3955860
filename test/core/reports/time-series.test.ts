/** The data of charts, and the entries behind a row, against the lists that people see. */
import { describe, expect, it } from 'vitest'
import { readTimeSeries } from '#core/reports/time-series.ts'
import { readRowEntries } from '#core/reports/row-entries.ts'
import { makeReport } from '#core/reports/make-report.ts'
import { listTimes } from '#core/store/resources/times.ts'
import { reportKinds } from '#shared/ipc/reports.ts'
import { sql } from 'kysely'
import fc from 'fast-check'
import { openPlanner } from '../../support/plans.ts'
import { organisation, testContext } from '../../support/store.ts'
import { filled, type DrawnTime } from './plainly.ts'

const day = fc.constantFrom('2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-12-31')

const time: fc.Arbitrary<DrawnTime> = fc.record({
  date: day,
  quantity: fc.integer({ min: 1, max: 90 }),
  increment: fc.constantFrom(1, 6, 15),
  rate: fc.constant(0),
  currency: fc.constant('EUR'),
  project: fc.constantFrom(0, 1, 2, 3),
  task: fc.constantFrom(0, 1, 2, 3),
  user: fc.constantFrom(0, 1, 2),
})
const drawn = [
  fc.array(time, { maxLength: 40 }),
  fc.tuple(day, day),
  fc.constantFrom(undefined, 1, 2),
] as const

/** The entries that the list shows for these days, newest first as listed. */
async function listed(
  context: Awaited<ReturnType<typeof filled>>,
  { from, to, user }: { from: string; to: string; user: number | undefined },
) {
  const { data } = await listTimes(context.db, organisation, {
    ...{ sortKey: 'date', sortAsc: false, limit: 100 },
  })
  return data.filter(
    (row) => row.date >= from && row.date <= to && (user === undefined || row.user?.id === user),
  )
}

describe('the time series of a report', () => {
  it('agrees with the list, day by day and month by month', async () => {
    await fc.assert(
      fc.asyncProperty(...drawn, async (times, days, user) => {
        const context = await filled({ times, expenses: [] })
        const [from, to] = days.toSorted() as [string, string]
        const rows = await listed(context, { from, to, user })
        for (const unit of ['day', 'month'] as const) {
          const plain = new Map<string, number>()
          for (const row of rows) {
            const at = unit === 'day' ? row.date : row.date.slice(0, 7)
            const key = `${at} ${row.project?.id ?? null}`
            plain.set(key, (plain.get(key) ?? 0) + row.total)
          }
          const { points, projects } = await readTimeSeries(context, { from, to, unit, user })
          expect(
            new Map(points.map(({ at, project, minutes }) => [`${at} ${project}`, minutes])),
          ).toEqual(plain)
          expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted())
          expect(projects.map(({ key }) => key).toSorted()).toEqual(
            [...new Set(rows.map((row) => row.project?.id ?? null))].toSorted(),
          )
          for (const { key, minutes, name } of projects) {
            const own = rows.filter((row) => (row.project?.id ?? null) === key)
            expect(minutes).toBe(own.reduce((sum, row) => sum + row.total, 0))
            expect(name).toBe(own[0]!.project?.name ?? null)
          }
        }
        await context.close()
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })

  it('puts the largest project first and what has none last', async () => {
    const one: DrawnTime = {
      ...{ date: '2026-01-31', quantity: 2, increment: 15, rate: 0, currency: 'EUR' },
      ...{ project: 1, task: 1, user: 1 },
    }
    const times = [{ ...one, project: 0, quantity: 40 }, one, { ...one, project: 2, quantity: 3 }]
    const context = await filled({ times, expenses: [] })
    const range = { from: '2026-01-01', to: '2026-01-31', user: undefined } as const
    const { projects } = await readTimeSeries(context, { ...range, unit: 'month' })
    expect(projects.map(({ key, code, minutes }) => [key, code, minutes])).toEqual([
      [2, '', 45],
      [1, 'W', 30],
      [null, null, 600],
    ])
    await context.close()
  })
})

describe('the entries behind a row', () => {
  it('are those that the row counts, newest first, on pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(...drawn, async (times, days, user) => {
        const context = await filled({ times, expenses: [] })
        const [from, to] = days.toSorted() as [string, string]
        const order = (await listed(context, { from, to, user })).map(({ id }) => id)
        for (const by of reportKinds) {
          const query = { by, from, to, user } as const
          const report = await makeReport(context, { ...query, whose: 'everyone', rate: null })
          for (const { key, entries, minutes } of report.rows) {
            const all = await readRowEntries(context, { ...query, key, limit: 100 })
            expect(all.length, `${by} ${key}`).toBe(entries)
            expect(all.reduce((sum, row) => sum + row.total, 0)).toBe(minutes)
            const ids = all.map(({ id }) => id)
            expect(ids).toEqual(order.filter((id) => ids.includes(id)))
            const further = await readRowEntries(context, { ...query, key, limit: 3, skip: 2 })
            expect(further.map(({ id }) => id)).toEqual(ids.slice(2, 5))
          }
        }
        await context.close()
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})

it('reads the data of charts and rows from indexes alone', async () => {
  const planner = await openPlanner(['model', 'client'])
  for (const user of [undefined, 1]) {
    const range = { from: '2026-01-01', to: '2026-01-31', user } as const
    const plans = await planner.plansOf(async (db) => {
      await sql`insert into time_count (organisation_id, kind, key, entries) values
        (1, 'month', '2026-01', 5), (1, 'project', '1', 5), (1, 'task', '1', 5)
        on conflict do nothing`.execute(db)
      const { clock } = await testContext()
      const context = { db, clock, organisation, changed: () => {} }
      await readTimeSeries(context, { ...range, unit: 'day' })
      for (const by of reportKinds) {
        const key = by === 'day' || by === 'week' ? range.from : by === 'month' ? '2026-01' : 1
        await readRowEntries(context, { ...range, by, key, limit: 50 })
      }
    })
    const ofTimes = plans.filter((plan) => /(SEARCH|SCAN) e\b/.test(plan))
    expect(ofTimes).toHaveLength(1 + reportKinds.length)
    for (const plan of ofTimes) {
      expect(plan).toMatch(/SEARCH e USING COVERING INDEX time_entry_by_(date|project|task) /)
    }
  }
  await planner.close()
})
