/**
 * The exact instants behind entries: those that a timer or another program measured, and the exact
 * length that a person entered where rounding changed it. An entry that was counted as it was
 * entered has none.
 */
import { sql, type Selectable } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { isAmong, prepared, type Ids } from '../database/prepared-query.ts'
import type { SegmentTable } from '../tables/index.ts'
import type { TimeRow } from './time-row.ts'

/** An interval of work, epoch milliseconds. */
export type Segment = Pick<Selectable<SegmentTable>, 'started_at' | 'stopped_at' | 'zone'>

/** Reads the segments of some entries, by entry, in the order in which they were added. */
export async function readSegments(
  db: Db,
  times: readonly number[],
): Promise<Map<number, Segment[]>> {
  const found = new Map<number, Segment[]>()
  if (times.length === 0) return found
  const rows =
    times.length === 1
      ? await segmentsOf(db, { ids: times[0]! }, 'one')
      : await segmentsOf(db, { ids: JSON.stringify(times) }, 'some')
  for (const { time, ...segment } of rows) {
    const known = found.get(time)
    if (known) known.push(segment)
    else found.set(time, [segment])
  }
  return found
}

const segmentsOf = prepared(
  (_, ids: Ids, shape: 'one' | 'some') => sql<Segment & { time: number }>`
    select time_entry_id as time, started_at, stopped_at, zone from segment
    where ${isAmong('time_entry_id', ids, shape)} order by id`,
)

/** An entry with its segments. */
export type MeasuredTime = TimeRow & { segments: readonly Segment[] }

/** Adds its segments to each entry. */
export async function* readMeasured(
  db: Db,
  pages: AsyncIterable<readonly TimeRow[]>,
): AsyncGenerator<MeasuredTime[]> {
  for await (const rows of pages) {
    const segments = await readSegments(
      db,
      rows.map(({ id }) => id),
    )
    yield rows.map((row) => ({ ...row, segments: segments.get(row.id) ?? [] }))
  }
}

/** Reads the segments of one entry. */
export const readSegmentsOf = async (db: Db, time: number): Promise<Segment[]> =>
  (await readSegments(db, [time])).get(time) ?? []

/** Replaces the segments of an entry. */
export async function writeSegments(
  trx: Trx,
  time: number,
  segments: readonly Segment[],
): Promise<void> {
  await trx.deleteFrom('segment').where('time_entry_id', '=', time).execute()
  for (const { started_at, stopped_at, zone } of segments) {
    await trx
      .insertInto('segment')
      .values({ time_entry_id: time, started_at, stopped_at, zone })
      .execute()
  }
}

/**
 * Returns the minutes that were worked, as clocks show them: those of the segments while the entry
 * still counts as what they round to, else those that it counts.
 */
export function workedMinutes(
  { total, increment }: { total: number; increment: number },
  segments: readonly Segment[] | undefined,
): number {
  if (!segments || segments.length === 0) return total
  const exact = segments.reduce((sum, one) => sum + one.stopped_at - one.started_at, 0)
  return Math.abs(total * 60_000 - exact) < increment * 60_000 ? clockMinutes(segments) : total
}

/** Returns the minutes between the times that clocks showed at the ends of segments. */
export const clockMinutes = (segments: readonly Segment[]): number =>
  segments.reduce(
    (sum, one) => sum + Math.floor(one.stopped_at / 60_000) - Math.floor(one.started_at / 60_000),
    0,
  )
