/** The days of a report, the columns of its charts, and its figures: rules without a page. */
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, isCivilDate, weekdayNumber } from '#shared/rules/calendar.ts'
import {
  type Bucket,
  cutIntoBuckets,
  toChartColumns,
  timeSeriesUnitFor,
  scaleTicks,
  bucketUnitFor,
} from '../../renderer/features/reports/chart-buckets.ts'
import {
  mainCurrency,
  percentOfTotal,
  sortReportRows,
} from '../../renderer/features/reports/report-figures.ts'
import {
  type Period,
  periodAt,
  periodKinds,
  presetPeriod,
  periodPresets,
  stepPeriod,
} from '#shared/rules/report-periods.ts'
import { briefPeriodName, periodName } from '../../renderer/features/reports/period-name.ts'
import { toSeries } from '../../renderer/features/reports/chart-series.ts'
import type { ReportRow } from '#shared/ipc/reports.ts'
import fc from 'fast-check'

const date = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1950-01-01', days))
const firstDay = fc.integer({ min: 1, max: 7 })
const plainKind = fc.constantFrom('day', 'week', 'month', 'quarter', 'year' as const)

const custom = (from: string, to: string): Period => ({ kind: 'custom', from, to })

describe('a period', () => {
  it('contains its day, begins and ends where its kind does, and has no gap to the next', () => {
    fc.assert(
      fc.property(plainKind, date, firstDay, (kind, day, first) => {
        const period = periodAt(kind, day, first)
        expect(period.from <= day && day <= period.to).toBe(true)
        if (kind === 'week') expect(weekdayNumber(period.from)).toBe(first)
        if (kind === 'week') expect(daysBetween(period.from, period.to)).toBe(6)
        if (['month', 'quarter', 'year'].includes(kind)) expect(period.from).toMatch(/-01$/)
        const next = stepPeriod(period, 1, first)
        expect(next.from).toBe(addDays(period.to, 1))
        expect(stepPeriod(next, -1, first)).toEqual(period)
      }),
    )
  })

  it('of chosen days moves by its length, and comes back', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 800 }), (from, days) => {
        const period = custom(from, addDays(from, days))
        const next = stepPeriod(period, 1, 1)
        expect(next.from).toBe(addDays(period.to, 1))
        expect(stepPeriod(next, -1, 1)).toEqual(period)
      }),
    )
  })

  it('of whole months moves by months of any length', () => {
    const march = stepPeriod(custom('2026-01-01', '2026-02-28'), 1, 1)
    expect(march).toEqual(custom('2026-03-01', '2026-04-30'))
    expect(stepPeriod(march, -1, 1)).toEqual(custom('2026-01-01', '2026-02-28'))
  })

  it('stays at the ends of the calendar', () => {
    const last = periodAt('year', '9999-05-05', 1)
    expect(stepPeriod(last, 1, 1)).toEqual(last)
    const first = periodAt('month', '0001-01-05', 1)
    expect(stepPeriod(first, -1, 1)).toEqual(first)
  })

  it('has presets around today', () => {
    const of = (preset: (typeof periodPresets)[number]) => {
      const { from, to } = presetPeriod(preset, '2026-01-04', 1)
      return `${from} ${to}`
    }
    expect(Object.fromEntries(periodPresets.map((preset) => [preset, of(preset)]))).toEqual({
      today: '2026-01-04 2026-01-04',
      thisWeek: '2025-12-29 2026-01-04',
      lastWeek: '2025-12-22 2025-12-28',
      thisMonth: '2026-01-01 2026-01-31',
      lastMonth: '2025-12-01 2025-12-31',
      thisQuarter: '2026-01-01 2026-03-31',
      thisYear: '2026-01-01 2026-12-31',
      lastYear: '2025-01-01 2025-12-31',
    })
  })

  it('has its usual name', () => {
    const today = '2026-11-19'
    const names = periodKinds.map((kind) =>
      periodName(
        kind === 'custom' ? custom('2025-12-30', '2026-01-02') : periodAt(kind, today, 1),
        today,
      ),
    )
    expect(names).toEqual([
      'Thursday 19 November',
      '16 – 22 November',
      'November 2026',
      '1 October – 31 December',
      '2026',
      '30 December 2025 – 2 January 2026',
    ])
    expect(briefPeriodName(periodAt('quarter', today, 1), today)).toBe('1 Oct – 31 Dec')
    expect(briefPeriodName(periodAt('day', today, 1), today)).toBe('Thu 19 Nov')
    expect(briefPeriodName(custom('2025-03-01', '2025-03-09'), today)).toBe('2025: 1 Mar – 9 Mar')
  })
})

describe('the columns of a chart', () => {
  const cut = (period: Pick<Period, 'from' | 'to'>, points: { at: string }[] = []) =>
    cutIntoBuckets({
      ...period,
      unit: bucketUnitFor(period),
      firstDay: 1,
      workingDays: [1, 2, 3, 4, 5],
      points,
    })

  it('contain every minute once, in days, weeks, months and years', () => {
    fc.assert(
      fc.property(
        date,
        fc.integer({ min: 0, max: 4000 }),
        firstDay,
        fc.array(
          fc.record({
            day: fc.nat({ max: 4000 }),
            project: fc.constantFrom(null, 1, 2),
            minutes: fc.integer({ min: 1, max: 600 }),
          }),
          { maxLength: 30 },
        ),
        (from, days, first, drawn) => {
          const to = addDays(from, days)
          const unit = bucketUnitFor({ from, to })
          const points = drawn
            .map(({ day, ...rest }) => ({ ...rest, at: addDays(from, day % (days + 1)) }))
            .map(({ at, ...rest }) => ({
              ...rest,
              at: timeSeriesUnitFor(unit) === 'day' ? at : at.slice(0, 7),
            }))
            .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
          const buckets = cutIntoBuckets({
            ...{ unit, from, to, firstDay: first, workingDays: [1, 2, 3, 4, 5], points },
          })
          const columns = toChartColumns(buckets, points)
          for (const column of columns) {
            const own = points.filter(
              ({ at }) =>
                at >= column.from.slice(0, at.length) && at <= column.to.slice(0, at.length),
            )
            expect(column.minutes).toBe(own.reduce((sum, { minutes }) => sum + minutes, 0))
            const ofOne = own.filter(({ project }) => project === 1)
            expect(column.parts.get(1) ?? 0).toBe(
              ofOne.reduce((sum, { minutes }) => sum + minutes, 0),
            )
          }
          const all = points.reduce((sum, { minutes }) => sum + minutes, 0)
          expect(columns.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(all)
          const isForward = (one: Bucket, other: Bucket) => one.to < other.from
          expect(
            buckets.every((one, nth) => !buckets[nth + 1] || isForward(one, buckets[nth + 1]!)),
          ).toBe(true)
          expect(
            buckets.every((one) => one.from >= from && one.to <= to && isCivilDate(one.to)),
          ).toBe(true)
        },
      ),
    )
  })

  it('leave out days off on which nothing was logged, and keep those of a week', () => {
    const month = periodAt('month', '2026-11-19', 1)
    const shown = cut(month, [{ at: '2026-11-21' }]).map(({ from, afterGap }) => [
      Number(from.slice(8)),
      afterGap,
    ])
    expect(shown.slice(4, 6)).toEqual([
      [6, false],
      [9, true],
    ])
    expect(shown).toContainEqual([21, false])
    expect(shown).not.toContainEqual([22, expect.anything()])
    expect(cut(periodAt('week', '2026-11-19', 1))).toHaveLength(7)
  })

  it('are limited in number for any period, and end with the calendar', () => {
    for (const [from, to, unit] of [
      ['2026-11-19', '2026-11-19', 'day'],
      ['2026-11-01', '2026-12-05', 'day'],
      ['2026-10-01', '2026-12-31', 'week'],
      ['2026-01-01', '2026-12-31', 'month'],
      ['0001-01-01', '9999-12-31', 'year'],
    ] as const) {
      expect(bucketUnitFor({ from, to })).toBe(unit)
      const count = cut({ from, to }, [{ at: '2020-01' }, { at: '2026-11' }]).length
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThan(37)
    }
    expect(cut({ from: '9990-01-01', to: '9999-12-31' }, [{ at: '9999-12' }])).toHaveLength(1)
  })

  it('have a scale of at most five steps that reaches above them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (most) => {
        const ticks = scaleTicks(most)
        expect(ticks[0]).toBe(0)
        expect(ticks.at(-1)!).toBeGreaterThanOrEqual(Math.max(1, most))
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})

describe('figures', () => {
  const row = (key: number | null, minutes: number, more: Partial<ReportRow> = {}): ReportRow => ({
    ...{ key, id: key, name: key === null ? null : `Name ${key}`, code: null, minutes, entries: 1 },
    ...{ values: [], expenses: [], chargeable: [], costs: [], taxes: [], ...more },
  })
  const euro = (amount: number) => [{ currency: 'EUR', amount }]
  const dollars = (amount: number) => [{ currency: 'NZD', amount }]

  it('put the currency with the most minutes first', () => {
    const rows = [row(1, 60, { values: euro(900_000) }), row(2, 90, { values: dollars(100) })]
    const total = row(null, 150, { values: [...euro(900_000), ...dollars(100)] })
    expect(mainCurrency(rows, total)).toBe('NZD')
    expect(mainCurrency([], row(null, 0))).toBeUndefined()
  })

  it('show shares as whole percentages, and none of nothing', () => {
    expect([percentOfTotal(1, 3), percentOfTotal(0, 3), percentOfTotal(0, 0)]).toEqual([
      33,
      0,
      undefined,
    ])
  })

  it('are sorted by name, minutes or money of each currency after the other', () => {
    const rows = [
      row(null, 500),
      row(2, 30, { values: euro(100) }),
      row(10, 60, { values: [...euro(100), ...dollars(5)] }),
      row(1, 90, { values: dollars(7) }),
    ]
    const sorted = (field: 'name' | 'minutes' | 'values', ascending: boolean) =>
      sortReportRows(rows, { field, ascending }, ({ name }) => name ?? '', ['EUR', 'NZD']).map(
        ({ key }) => key,
      )
    expect(sorted('name', true)).toEqual([1, 2, 10, null])
    expect(sorted('name', false)).toEqual([10, 2, 1, null])
    expect(sorted('minutes', false)).toEqual([null, 1, 10, 2])
    expect(sorted('values', false)).toEqual([10, 2, 1, null])
    expect(sorted('values', true)).toEqual([null, 1, 2, 10])
  })

  it('have stripes for eight projects, and one for all others', () => {
    const projects = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({ key: nth + 1, name: 'x', code: `P${nth}` }))
    const t = (key: string) => key
    expect(toSeries(projects(8), t)).toHaveLength(8)
    const many = toSeries(projects(40), t)
    expect(many).toHaveLength(8)
    expect(toSeries([{ key: null, name: null, code: null }], t)[0]!.hue).toBe('none')
    expect(many.at(-1)).toMatchObject({ key: 'others', hue: 'others' })
  })
})
