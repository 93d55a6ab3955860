/** Divides a period into the columns of a chart: days, weeks, months or years. */
import { addDays, daysBetween, weekdayNumber } from '#shared/rules/calendar.ts'
import { type Period, periodAt } from '#shared/rules/report-periods.ts'

export type BucketUnit = 'day' | 'week' | 'month' | 'year'

export interface Bucket {
  /** Civil dates, limited to the period. */
  from: string
  to: string
  /** Days between the previous column and this one are left out. */
  afterGap: boolean
}

/** Chooses the unit so that there are about three dozen columns at most. */
export function bucketUnitFor({ from, to }: Pick<Period, 'from' | 'to'>): BucketUnit {
  const days = daysBetween(from, to) + 1
  if (days <= 35) return 'day'
  if (days <= 26 * 7) return 'week'
  return days <= 3 * 366 ? 'month' : 'year'
}

/** Columns of days and weeks need minutes by day; longer columns need them by month. */
export const timeSeriesUnitFor = (unit: BucketUnit): 'day' | 'month' =>
  unit === 'day' || unit === 'week' ? 'day' : 'month'

/** The date of a point in the time series: its day, or the first of its month. */
const dayOfPoint = (at: string): string => (at.length === 7 ? `${at}-01` : at)

interface Cut extends Pick<Period, 'from' | 'to'> {
  unit: BucketUnit
  firstDay: number
  /** The usual working days of the week; other days appear only when something was logged. */
  workingDays: readonly number[]
  /** When something was logged: `YYYY-MM-DD`, or `YYYY-MM`. */
  points: readonly { at: string }[]
}

/**
 * Creates the columns. Years begin and end with the logged time. In a daily chart of more than a
 * week, non-working days without entries become a gap instead of a column.
 */
export function cutIntoBuckets({ unit, from, to, firstDay, workingDays, points }: Cut): Bucket[] {
  const logged = points.map(({ at }) => dayOfPoint(at)).toSorted()
  const ends =
    unit === 'year' ? { from: logged[0] ?? from, to: logged.at(-1) ?? from } : { from, to }
  const buckets: Bucket[] = []
  for (let at = ends.from; at <= ends.to;) {
    const whole = periodAt(unit, at, firstDay)
    buckets.push({
      from: whole.from < from ? from : whole.from,
      to: whole.to > to ? to : whole.to,
      afterGap: false,
    })
    // The calendar ends with the year 9999.
    if (whole.to >= ends.to) break
    at = addDays(whole.to, 1)
  }
  if (unit !== 'day' || buckets.length <= 7) return buckets
  const busy = new Set(logged)
  const isShown = ({ from: day }: Bucket) =>
    workingDays.includes(weekdayNumber(day)) || busy.has(day)
  return buckets.filter(isShown).map((bucket, nth, all) => ({
    ...bucket,
    afterGap: nth > 0 && daysBetween(all[nth - 1]!.from, bucket.from) > 1,
  }))
}

export interface ChartColumn<Key> extends Bucket {
  minutes: number
  /** Minutes of each series, unordered. */
  parts: Map<Key, number>
}

/** Sums the logged minutes by column. */
export function toChartColumns<Key>(
  buckets: readonly Bucket[],
  points: readonly { at: string; project: Key; minutes: number }[],
): ChartColumn<Key>[] {
  const columns = buckets.map((bucket) => ({
    ...bucket,
    minutes: 0,
    parts: new Map<Key, number>(),
  }))
  // Points and columns are in order of time, so each point is in this column or a later one.
  let nth = 0
  for (const { at, project, minutes } of points) {
    // Compares months by their `YYYY-MM`, because the period may begin within one.
    while (nth < columns.length - 1 && at > columns[nth]!.to.slice(0, at.length)) nth++
    const column = columns[nth]
    if (!column) break
    column.minutes += minutes
    column.parts.set(project, (column.parts.get(project) ?? 0) + minutes)
  }
  return columns
}

const steps = [15, 30, 60, 120, 180, 240, 480, 600, 1200, 2400, 3000, 6000]
const mostTicks = 5

/** Grid lines of the scale in minutes, from 0 to at least the largest value. */
export function scaleTicks(most: number): number[] {
  let step = steps.find((known) => known * mostTicks >= most)
  for (step ??= 12_000; step * mostTicks < most;) step *= 2
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, nth) => nth * step)
}
