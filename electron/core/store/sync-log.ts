/** What the last passes of the sync did, bounded. */
import type { Selectable } from 'kysely'
import type { Db } from './db.ts'
import type { SyncLogTable } from './tables.ts'

export type LoggedPasses = Omit<Selectable<SyncLogTable>, 'id'>

/** Older ones are forgotten. */
const kept = 200

export const addPasses = (db: Db, row: LoggedPasses): Promise<void> =>
  db.transaction().execute(async (trx) => {
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
