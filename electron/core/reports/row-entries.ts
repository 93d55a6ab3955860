/** Reads the entries behind one row of a report, newest first. */
import type { ReportKind } from '#shared/ipc/reports.ts'
import { addDays, isCivilDate } from '#shared/rules/calendar.ts'
import type { Condition, EntryFilter } from '#shared/rules/entry-filter.ts'
import type { ActionContext } from '../actions/change.ts'
import { chunkDateRange, type DateRange } from '../store/resources/date-chunks.ts'
import { readEntryIds, readEntryScope } from '../store/resources/entries-of-days.ts'
import { readTimes, type TimeRow } from '../store/resources/times.ts'
import { isCalendarKind } from './report-groups.ts'
import type { GroupKey } from './report-sums.ts'

interface RowOfReport {
  by: ReportKind
  key: GroupKey
}

export interface RowEntriesQuery extends DateRange, RowOfReport {
  /** The row that it is within; absent for a row of the first level. */
  within?: RowOfReport | undefined
  /** Only records of this user of the store; absent: everyone's. */
  user: number | undefined
  /** That of the report; absent: everything. */
  filter?: EntryFilter | undefined
  limit: number
  /** How many of the newest to skip. */
  skip?: number | undefined
}

/**
 * Searches back from the newest days, a chunk with a bounded number of entries at a time, and no
 * further than necessary.
 */
export async function readRowEntries(
  { db, clock, organisation }: ActionContext,
  { by, key, within, from, to, user, filter = [], limit, skip = 0 }: RowEntriesQuery,
): Promise<TimeRow[]> {
  const turn = () => clock.sleep(0)
  const outer = within ? narrowed(within, { from, to }) : { days: { from, to }, conditions: [] }
  const row = outer && narrowed({ by, key }, outer.days)
  if (!row) return []
  const all = [...filter, ...outer.conditions, ...row.conditions]
  const whole = { organisation, user, filter: all }
  const scope = await readEntryScope(db, 'time_entry', whole, turn)
  const found: number[] = []
  const stretches = await chunkDateRange(db, organisation, 'time_entry', row.days)
  for (const days of stretches.toReversed()) {
    const wanted = { newestFirst: true, limit: skip + limit - found.length }
    for (const id of await readEntryIds(db, 'time_entry', scope, days, wanted)) found.push(id)
    if (found.length >= skip + limit) break
    await turn()
  }
  const ids = found.slice(skip)
  const rows = new Map((await readTimes(db, organisation, ids)).map((one) => [one.id, one]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/**
 * What the key of a row adds to the filter, or which of the days it leaves; undefined where it is no
 * key of such a row.
 */
function narrowed(
  { by, key }: RowOfReport,
  days: DateRange,
): { days: DateRange; conditions: Condition[] } | undefined {
  if (!isCalendarKind(by)) {
    return { days, conditions: [{ kind: by, of: [key === null ? null : Number(key)] }] }
  }
  const own = daysOf(by, String(key))
  if (!own) return undefined
  return {
    days: { from: later(own.from, days.from), to: earlier(own.to, days.to) },
    conditions: [],
  }
}

function daysOf(by: 'day' | 'week' | 'month', key: string): DateRange | undefined {
  if (by === 'month') return { from: `${key}-01`, to: `${key}-31` }
  if (!isCivilDate(key)) return undefined
  return { from: key, to: by === 'day' ? key : addDays(key, 6) }
}

const later = (one: string, other: string): string => (one > other ? one : other)
const earlier = (one: string, other: string): string => (one < other ? one : other)
