/** Labels of a chart's columns: short ones below, and the full names. */
import {
  formatBriefMonth,
  formatBriefWeekday,
  formatDay,
  formatMonth,
  formatPeriod,
  formatWeekday,
} from '../../ui/format.ts'
import type { Bucket, BucketUnit } from './chart-buckets.ts'

export interface ColumnLabels {
  /** In full: `Thursday 19 November`. */
  name: string
  /** Lines below the column; the first may be left out where there is little room. */
  above?: string
  tick: string
  below?: string
  /** It contains today. */
  isNow: boolean
  /** Keeps its tick where there is little room. */
  isMajor: boolean
}

export function columnLabels(
  unit: BucketUnit,
  buckets: readonly Bucket[],
  today: string,
): ColumnLabels[] {
  const every = Math.ceil(buckets.length / 7)
  return buckets.map(({ from, to }, nth) => ({
    ...namesOf(unit, from, to, buckets[nth - 1]?.from, today),
    isNow: from <= today && today <= to,
    isMajor: nth % every === 0,
  }))
}

/** @param last start of the previous column: months and years are shown where they change */
function namesOf(
  unit: BucketUnit,
  from: string,
  to: string,
  last: string | undefined,
  today: string,
): Pick<ColumnLabels, 'name' | 'above' | 'tick' | 'below'> {
  const day = String(Number(from.slice(8)))
  switch (unit) {
    case 'day':
      return {
        name: `${formatWeekday(from)} ${formatDay(from, today)}`,
        above: formatBriefWeekday(from),
        tick: day,
      }
    case 'week': {
      const isNew = last?.slice(0, 7) !== from.slice(0, 7)
      const name = formatPeriod(from, to, today)
      return { name, tick: day, below: isNew ? formatBriefMonth(from) : undefined }
    }
    case 'month': {
      const isNew = last?.slice(0, 4) !== from.slice(0, 4)
      const below = isNew && last !== undefined ? from.slice(0, 4) : undefined
      return { name: formatMonth(from), tick: formatBriefMonth(from), below }
    }
    case 'year':
      return { name: from.slice(0, 4), tick: from.slice(0, 4) }
  }
}
