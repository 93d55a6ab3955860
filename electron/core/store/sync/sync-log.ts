/** The log of recent sync passes, with a bounded number of lines. */
import type { Selectable } from 'kysely'
import type { Db } from '../database/db.ts'
import { pickColumns, prepared } from '../database/prepared-query.ts'
import type { SyncLogTable } from '../tables/index.ts'

export type SyncLogRow = Omit<Selectable<SyncLogTable>, 'id'>

/** Number of lines to keep. */
const mostLines = 200
/** Passes with a longer gap between them are not combined, milliseconds. */
const longestGap = 60 * 60_000

const didNothing = (row: SyncLogRow): boolean =>
  row.sent === 0 && row.received === 0 && row.set_aside === 0

/** Combines two consecutive lines that did nothing and ended alike; null where they differ. */
export function coalescePasses(one: SyncLogRow, other: SyncLogRow): SyncLogRow | null {
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

/** Appends passes to the log, or combines them with the last line. */
export const appendSyncLog = (db: Db, row: SyncLogRow): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const [last] = await newestLine(trx, {})
    const both = last && coalescePasses(last, row)
    if (both) {
      await lineRewritten(trx, { ...pickColumns(both, columns), id: last.id })
      return
    }
    const [made] = await lineWritten(trx, pickColumns(row, columns))
    await linesForgotten(trx, { upTo: made!.id - mostLines })
  })

const columns = [
  'from_at',
  'to_at',
  'passes',
  'sent',
  'received',
  'set_aside',
  'requests',
  'duration',
  'ended',
] as const satisfies readonly (keyof SyncLogRow)[]

const newestLine = prepared((db) =>
  db.selectFrom('sync_log').selectAll().orderBy('id', 'desc').limit(1),
)

const lineWritten = prepared((db, values: SyncLogRow) =>
  db.insertInto('sync_log').values(pickColumns(values, columns)).returning('id'),
)

const lineRewritten = prepared((db, values: SyncLogRow & { id: number }) =>
  db
    .updateTable('sync_log')
    .set(pickColumns<SyncLogRow>(values, columns))
    .where('id', '=', values.id),
)

const linesForgotten = prepared((db, values: { upTo: number }) =>
  db.deleteFrom('sync_log').where('id', '<=', values.upTo),
)

/** Newest first. */
export const readSyncLog = (db: Db, limit: number): Promise<SyncLogRow[]> =>
  db.selectFrom('sync_log').select(columns).orderBy('id', 'desc').limit(limit).execute()
