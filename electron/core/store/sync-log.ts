/** What the last passes of the sync did, bounded. */
import type { Selectable } from 'kysely'
import type { Db } from './db.ts'
import type { SyncLogTable } from './tables.ts'

export type LoggedPasses = Omit<Selectable<SyncLogTable>, 'id'>

/** Older ones are forgotten. */
const kept = 200
/** What begins later than this after another ended stands for itself, milliseconds. */
const longestGap = 60 * 60_000

const didNothing = (row: LoggedPasses): boolean =>
  row.sent === 0 && row.received === 0 && row.set_aside === 0

/** Two that follow each other, did nothing and ended alike, as one; null where they are not. */
export function folded(one: LoggedPasses, other: LoggedPasses): LoggedPasses | null {
  const alike = one.ended === other.ended && didNothing(one) && didNothing(other)
  const gap = other.from_at - one.to_at
  if (!alike || gap < 0 || gap > longestGap) return null
  return {
    ...other,
    from_at: one.from_at,
    passes: one.passes + other.passes,
    requests: one.requests + other.requests,
    duration: one.duration + other.duration,
  }
}

/** Writes down what some passes did; those that say what the last line says become part of it. */
export const addPasses = (db: Db, row: LoggedPasses): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const last = await trx
      .selectFrom('sync_log')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const both = last && folded(last, row)
    if (both) {
      await trx.updateTable('sync_log').set(both).where('id', '=', last.id).execute()
      return
    }
    const { id } = await trx
      .insertInto('sync_log')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .deleteFrom('sync_log')
      .where('id', '<=', id - kept)
      .execute()
  })

/** Newest first. */
export const lastPasses = (db: Db, limit: number): Promise<LoggedPasses[]> =>
  db
    .selectFrom('sync_log')
    .select([
      'from_at',
      'to_at',
      'passes',
      'sent',
      'received',
      'set_aside',
      'requests',
      'duration',
      'ended',
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
