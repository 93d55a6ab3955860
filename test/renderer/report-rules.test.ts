/** The filter, the levels and the address of a report: rules without a page. */
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { createMemoryHistory, createRouter } from 'vue-router'
import { reportCharts, reportKinds } from '#shared/ipc/reports.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { normalFilter, type EntryFilter } from '#shared/rules/entry-filter.ts'
import {
  conditionFor,
  hasValue,
  removeCondition,
  toggleValue,
  type FilterValue,
} from '../../renderer/features/reports/filter/edit-filter.ts'
import { suggestValues } from '../../renderer/features/reports/filter/suggest-values.ts'
import { fromReportQuery, toReportQuery } from '../../renderer/features/reports/report-address.ts'
import { kindsWithin } from '#shared/rules/report-kinds.ts'
import { periodAt, type Period } from '#shared/rules/report-periods.ts'
import { entryFilter as drawnFilter } from '../support/drawn-filters.ts'

const entryFilter = drawnFilter.map(normalFilter)
const local: fc.Arbitrary<number | null> = fc.option(fc.integer({ min: 1, max: 5 }))
const value: fc.Arbitrary<FilterValue> = fc.record({
  kind: fc.constantFrom('client', 'project', 'task', 'category', 'person'),
  value: local,
})

describe('a value', () => {
  it('is added and taken away by the same key, and is never both allowed and left out', () => {
    fc.assert(
      fc.property(entryFilter, value, fc.boolean(), (filter, one, not) => {
        const next = toggleValue(filter, one, not)
        expect(hasValue(next, one, not)).toBe(!hasValue(filter, one, not))
        expect(hasValue(next, one, !not)).toBe(false)
        expect(next).toEqual(normalFilter(next))
        expect(hasValue(toggleValue(next, one, not), one, not)).toBe(hasValue(filter, one, not))
      }),
    )
  })

  it('leaves conditions of other kinds, and joins those of its own', () => {
    fc.assert(
      fc.property(entryFilter, value, fc.boolean(), (filter, one, not) => {
        const others = (all: EntryFilter) => all.filter(({ kind }) => kind !== one.kind)
        const next = toggleValue(filter, one, not)
        expect(others(next)).toEqual(others(filter))
        const count = (all: EntryFilter) => all.length - others(all).length
        expect(count(next)).toBeLessThanOrEqual(count(filter) + 1)
        const own = conditionFor(filter, one.kind, not)
        if (own && !own.of.includes(one.value as never)) {
          expect(count(next)).toBeLessThanOrEqual(count(filter))
        }
      }),
    )
  })
})

it('a condition is removed alone', () => {
  fc.assert(
    fc.property(entryFilter, (filter) => {
      for (const condition of filter) {
        const next = removeCondition(filter, structuredClone(condition))
        expect(next).toEqual(filter.filter((other) => other !== condition))
      }
    }),
  )
})

describe('suggestions', () => {
  const known = (name: string, entries: number, nth: number, code: string | null = null) => ({
    one: { kind: 'project' as const, value: nth },
    ...{ name, code, entries },
  })
  const projects = [
    known('Brand refresh', 2, 1, 'BRD'),
    known('Bakery website', 9, 2, 'WEB'),
    known('Café brochure', 0, 3),
  ]
  const all = { client: [], project: projects, task: [], category: [], person: [], status: [] }
  const names = (text: string, only?: 'project') =>
    suggestValues(all, text, only).flatMap(({ values }) => values.map(({ name }) => name))

  it('have most entries first, and nothing without entries until it is typed', () => {
    expect(names('')).toEqual(['Bakery website', 'Brand refresh'])
    expect(names('', 'project')).toEqual(['Bakery website', 'Brand refresh', 'Café brochure'])
    expect(names('br')).toEqual(['Brand refresh', 'Café brochure'])
    expect(names('cafe')).toEqual(['Café brochure'])
    expect(names('web site')).toEqual(['Bakery website'])
    expect(names('brx')).toEqual([])
  })
})

describe('rows within rows', () => {
  it('are of another kind, and shorter than the days that they are in', () => {
    for (const by of reportKinds) expect(kindsWithin(by)).not.toContain(by)
    expect(kindsWithin('day')).not.toContain('week')
    expect(kindsWithin('week')).toContain('day')
    expect(kindsWithin('month')).toEqual(expect.arrayContaining(['day', 'week']))
    expect(kindsWithin('project')).toHaveLength(reportKinds.length - 1)
  })
})

describe('the address', () => {
  const date = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days))
  const firstDay = fc.integer({ min: 1, max: 7 })
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/reports', name: 'reports', component: {} }],
  })
  /** As a browser keeps it: as one text. */
  const throughText = (query: Record<string, string | string[]>) =>
    router.resolve(router.resolve({ path: '/reports', query }).fullPath).query

  const period = (day: string, days: number, first: number) =>
    fc.constantFrom<Period>(
      ...(['day', 'week', 'month', 'quarter', 'year'] as const).map((kind) =>
        periodAt(kind, day, first),
      ),
      { kind: 'custom', from: day, to: addDays(day, days) },
    )
  const address = fc.tuple(date, fc.nat(400), firstDay, date).chain(([day, days, first, today]) =>
    fc.record({
      here: fc.constant({ today, firstDay: first }),
      period: period(day, days, first),
      levels: fc.constantFrom(...reportKinds).chain((by) =>
        fc.record({
          by: fc.constant(by),
          then: fc.option(fc.constantFrom(...kindsWithin(by)), { nil: undefined }),
        }),
      ),
      whose: fc.constantFrom('mine', 'everyone' as const),
      filter: entryFilter,
      asTables: fc.subarray([...reportCharts]),
      saved: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
    }),
  )

  it('says everything that was chosen', () => {
    fc.assert(
      fc.property(address, ({ here, levels, ...others }) => {
        const chosen = { ...levels, ...others }
        const query = throughText(toReportQuery(chosen, here))
        expect(fromReportQuery(query, here)).toEqual(chosen)
      }),
    )
  })

  it('moves with the days, unless they were chosen', () => {
    const at = (p: string, today: string) => fromReportQuery({ p }, { today, firstDay: 1 })!.period
    expect(at('month:0', '2026-11-19').from).toBe('2026-11-01')
    expect(at('month:0', '2026-12-01').from).toBe('2026-12-01')
    expect(at('quarter:1', '2026-11-19').from).toBe('2026-07-01')
    expect(at('week:-1', '2026-11-19').from).toBe('2026-11-23')
    expect(at('2026-11-02:2026-11-05', '2026-12-01')).toEqual({
      ...{ kind: 'custom', from: '2026-11-02', to: '2026-11-05' },
    })
  })

  it.each([
    'month',
    'month:x',
    'custom:1',
    'day:999999',
    'year:999999',
    '2026-13-01:2026-13-02',
    '',
  ])('that cannot be read (%j) is this month', (p) => {
    const read = fromReportQuery(
      { p, by: 'hat', f: ['hat:3'], saved: 'hat' },
      { today: '2026-11-19', firstDay: 1 },
    )
    expect(read).toEqual({
      ...{ period: periodAt('month', '2026-11-19', 1), by: 'project', whose: 'mine', filter: [] },
      asTables: [],
    })
  })

  it('that says nothing is none', () => {
    expect(fromReportQuery({ show: '1' }, { today: '2026-11-19', firstDay: 1 })).toBeUndefined()
  })
})
