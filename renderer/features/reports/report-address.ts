/**
 * A report as it stands in the address of the page:
 * `?p=month:0&by=person&then=project&whose=everyone&f=client:3,none&f=!task:4`.
 */
import type { LocationQuery } from 'vue-router'
import type { ReportKind } from '#shared/ipc/reports.ts'
import { addDays, addMonths, daysBetween, isCivilDate } from '#shared/rules/calendar.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import { filterFromUrl, filterToUrl } from '#shared/rules/filter-url.ts'
import { kindsInOrder } from './report-levels.ts'
import { type Period, periodAt, periodKinds } from './report-periods.ts'

export interface ReportAddress {
  period: Period
  by: ReportKind
  /** What the rows within each row are by. */
  then: ReportKind | undefined
  whose: 'mine' | 'everyone'
  filter: EntryFilter
}

/** The calendar of the reader. */
interface Here {
  today: string
  /** The day with which weeks begin, 1 is Monday. */
  firstDay: number
}

/** Leaves out what is as usual. */
export function toReportQuery(
  { period, by, then, whose, filter }: ReportAddress,
  here: Here,
): Record<string, string | string[]> {
  return {
    p: periodText(period, here),
    ...(by === 'project' ? {} : { by }),
    ...(then === undefined ? {} : { then }),
    ...(whose === 'mine' ? {} : { whose }),
    ...(filter.length === 0 ? {} : { f: filterToUrl(filter) }),
  }
}

/** What is missing or cannot be read is as usual; undefined where the query says nothing at all. */
export function fromReportQuery(query: LocationQuery, here: Here): ReportAddress | undefined {
  if (['p', 'by', 'then', 'whose', 'f'].every((name) => query[name] === undefined)) return undefined
  const kindIn = (name: string) => kindsInOrder.find((kind) => kind === query[name])
  const conditions = [query['f'] ?? []].flat().filter((value) => value !== null)
  return {
    period: periodIn(String(query['p']), here) ?? periodAt('month', here.today, here.firstDay),
    by: kindIn('by') ?? 'project',
    then: kindIn('then'),
    whose: query['whose'] === 'everyone' ? 'everyone' : 'mine',
    filter: filterFromUrl(conditions) ?? [],
  }
}

/** `month:1` is last month, also tomorrow; chosen days stay what they are. */
function periodText({ kind, from, to }: Period, { today, firstDay }: Here): string {
  if (kind === 'custom') return `${from}:${to}`
  const current = periodAt(kind, today, firstDay).from
  switch (kind) {
    case 'day':
      return `day:${daysBetween(from, current)}`
    case 'week':
      return `week:${Math.round(daysBetween(from, current) / 7)}`
    default:
      return `${kind}:${monthsBetween(from, current) / monthsOf[kind]}`
  }
}

const monthsOf = { month: 1, quarter: 3, year: 12 }

const monthsBetween = (from: string, to: string): number => monthNumber(to) - monthNumber(from)
const monthNumber = (date: string): number =>
  Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))

function periodIn(text: string, { today, firstDay }: Here): Period | undefined {
  const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d):(\d{4}-\d\d-\d\d)$/.exec(text) ?? []
  if (isCivilDate(from) && isCivilDate(to) && from <= to) return { kind: 'custom', from, to }
  const [, name, count] = /^([a-z]+):(-?\d{1,6})$/.exec(text) ?? []
  const kind = periodKinds.find((one) => one === name)
  if (kind === undefined || kind === 'custom') return undefined
  const back = -Number(count)
  const current = periodAt(kind, today, firstDay).from
  const date =
    kind === 'day' || kind === 'week'
      ? addDays(current, back * (kind === 'week' ? 7 : 1))
      : addMonths(current, back * monthsOf[kind])
  return isCivilDate(date) ? periodAt(kind, date, firstDay) : undefined
}
