/**
 * Converts the timestamps of a service that does not write UTC where they are received, so that the
 * code behind the client only sees UTC.
 */
import { fromTimestamp, toTimestamp } from '#shared/rules/calendar.ts'

const withoutZone = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2}:\d{2})(\.\d+)?$/
const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/

/** Maximum depth. No record of the specification is nested deeper than a third of this. */
const deepest = 16
/** Maximum number of hours whose offset from UTC is cached. */
const mostHours = 5_000

/** Converts the timestamps of a reply, in place. */
export type TimestampNormalizer = (answer: object) => void

/**
 * Creates a function that rewrites, at every depth, each field whose name ends in `_at` to UTC,
 * `YYYY-MM-DD HH:MM:SS`. A timestamp with an offset is read by that; one without, by the zone, and
 * in an hour that a clock change repeats as the first of the two. Anything that is not a timestamp
 * is left unchanged; what is nested too deeply to be a record's becomes null, so that later code
 * cannot overflow the stack.
 * @param zone such as `Europe/Vienna`
 */
export function createTimestampNormalizer(zone: string): TimestampNormalizer {
  /** Milliseconds from UTC by date and hour, since clocks change on the hour. */
  const offsets = new Map<string, number>()

  function offsetAt(date: string, hour: string): number {
    const key = `${date} ${hour}`
    const cached = offsets.get(key)
    if (cached !== undefined) return cached
    const offset = fromTimestamp(`${key}:00:00`, 'UTC') - fromTimestamp(`${key}:00:00`, zone)
    if (offsets.size >= mostHours) offsets.clear()
    offsets.set(key, offset)
    return offset
  }

  function inUtc(text: string): string {
    const match = withoutZone.exec(text)
    if (match === null) return withZone.test(text) ? written(Date.parse(text), text) : text
    const [, date, hour, rest] = match
    const plain = `${date} ${hour}:${rest}`
    if (zone === 'UTC') return plain
    return written(fromTimestamp(plain) - offsetAt(date!, hour!), text)
  }

  function walk(value: object, depth: number): void {
    const record = value as Record<string, unknown>
    for (const name of Object.keys(record)) {
      const field = record[name]
      if (typeof field === 'object' && field !== null) {
        if (depth < deepest) walk(field, depth + 1)
        else record[name] = null
      } else if (typeof field === 'string' && name.endsWith('_at')) {
        record[name] = inUtc(field)
      }
    }
  }

  return (answer) => walk(answer, 0)
}

const written = (instant: number, text: string): string =>
  Number.isNaN(instant) ? text : toTimestamp(instant)
