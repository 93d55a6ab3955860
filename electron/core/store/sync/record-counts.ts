/** Counts the records that sync tracks, by resource. */
import type { Db } from '../database/db.ts'

export async function countSyncRecords(db: Db): Promise<{ resource: string; records: number }[]> {
  const rows = await db
    .selectFrom('sync_record')
    .select((eb) => ['resource', eb.fn.countAll<number>().as('records')])
    .groupBy('resource')
    .orderBy('resource')
    .execute()
  return rows.map(({ resource, records }) => ({ resource, records: Number(records) }))
}
