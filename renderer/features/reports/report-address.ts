/**
 * A report as it stands in the address of the page:
 * `?p=month:0&by=person&then=project&whose=everyone&f=client:3,none&f=!task:4&saved=2`.
 */
import type { LocationQuery } from 'vue-router'
import type { ReportChart, ReportKind } from '#shared/ipc/reports.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import { filterFromUrl, filterToUrl } from '#shared/rules/filter-url.ts'
import {
  fromSavedPeriod,
  type Period,
  periodAt,
  periodKinds,
  type ReaderCalendar,
  toSavedPeriod,
} from '#shared/rules/report-periods.ts'
import { kindsInOrder } from '#shared/rules/report-kinds.ts'

/** As they follow one another on the page. */
export const chartsInOrder: readonly ReportChart[] = ['time', 'shares', 'values', 'expenses']

export interface ReportAddress {
  period: Period
  by: ReportKind
  /** What the rows within each row are by. */
  then: ReportKind | undefined
  whose: 'mine' | 'everyone'
  filter: EntryFilter
  /** Charts that are shown as tables. */
  asTables: readonly ReportChart[]
  /** The id of the saved report that this is, or was before changes. */
  saved: number | undefined
}

/** Leaves out what is as usual. */
export function toReportQuery(
  { period, by, then, whose, filter, asTables, saved }: ReportAddress,
  calendar: ReaderCalendar,
): Record<string, string | string[]> {
  return {
    p: periodText(period, calendar),
    ...(by === 'project' ? {} : { by }),
    ...(then === undefined ? {} : { then }),
    ...(whose === 'mine' ? {} : { whose }),
    ...(filter.length === 0 ? {} : { f: filterToUrl(filter) }),
    ...(asTables.length === 0 ? {} : { tables: asTables.join(',') }),
    ...(saved === undefined ? {} : { saved: String(saved) }),
  }
}

/** What is missing or cannot be read is as usual; undefined where the query says nothing at all. */
export function fromReportQuery(
  query: LocationQuery,
  calendar: ReaderCalendar,
): ReportAddress | undefined {
  if (
    ['p', 'by', 'then', 'whose', 'f', 'tables', 'saved'].every((name) => query[name] === undefined)
  )
    return undefined
  const kindIn = (name: string) => kindsInOrder.find((kind) => kind === query[name])
  const tables = String(query['tables']).split(',')
  const conditions = [query['f'] ?? []].flat().filter((value) => value !== null)
  return {
    period:
      periodIn(String(query['p']), calendar) ??
      periodAt('month', calendar.today, calendar.firstDay),
    by: kindIn('by') ?? 'project',
    then: kindIn('then'),
    whose: query['whose'] === 'everyone' ? 'everyone' : 'mine',
    filter: filterFromUrl(conditions) ?? [],
    asTables: chartsInOrder.filter((chart) => tables.includes(chart)),
    saved: /^[1-9]\d{0,14}$/.test(String(query['saved'])) ? Number(query['saved']) : undefined,
  }
}

/** `month:1` is last month. */
function periodText(period: Period, calendar: ReaderCalendar): string {
  const saved = toSavedPeriod(period, calendar)
  return saved.kind === 'custom' ? `${saved.from}:${saved.to}` : `${saved.kind}:${saved.back}`
}

function periodIn(text: string, calendar: ReaderCalendar): Period | undefined {
  const [, from, to] = /^(\d{4}-\d\d-\d\d):(\d{4}-\d\d-\d\d)$/.exec(text) ?? []
  if (from && to) return fromSavedPeriod({ kind: 'custom', from, to }, calendar)
  const [, name, count] = /^([a-z]+):(-?\d{1,6})$/.exec(text) ?? []
  const kind = periodKinds.find((one) => one === name)
  return kind === undefined || kind === 'custom'
    ? undefined
    : fromSavedPeriod({ kind, back: Number(count) }, calendar)
}
