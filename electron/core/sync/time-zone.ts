/**
 * Timestamps of a service that does not write UTC, put right where they come in, so that nothing
 * behind the client ever sees another clock.
 */
import { fromTimestamp, toTimestamp } from '#shared/rules/calendar.ts'

const withoutZone = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2}:\d{2})(\.\d+)?$/
const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/

/** No record of the specification is nested deeper than a third of this. */
const deepest = 16
/** Hours whose distance from UTC is remembered. */
const mostHours = 5_000

/** Puts an answer right, in place. */
export type Normalise = (answer: object) => void

/**
 * Rewrites, at every depth, each field whose name ends in `_at` into UTC, `YYYY-MM-DD HH:MM:SS`.
 * What says its own offset is read by that; what says none, by the zone, in an hour that a clock
 * change repeats as the first reading. Anything that is no timestamp is left as it came; what is
 * nested too deeply to be a record's becomes null, so that nothing behind can run out of stack.
 * @param zone such as `Europe/Vienna`
 */
export function normaliser(zone: string): Normalise {
  /** Milliseconds from UTC by date and hour: clocks change on the hour. */
  const offsets = new Map<string, number>()

  function offsetAt(date: string, hour: string): number {
    const key = `${date} ${hour}`
    const known = offsets.get(key)
    if (known !== undefined) return known
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
