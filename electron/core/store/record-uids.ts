/** Queries for the uids that records of the service were created with. */
import { sql, type SqlBool } from 'kysely'
import type { Db, Trx } from './db.ts'
import { isPostgres } from './dialect.ts'
import { prepared } from './prepared-query.ts'
import type { NamedResource, RecordUidTable } from './tables.ts'

export type { NamedResource } from './tables.ts'

/** Returns the id of the record that was created with a uid, deleted or not. */
export async function findRecordByUid(
  db: Db,
  name: Omit<RecordUidTable, 'record_id'>,
): Promise<number | undefined> {
  const [row] = await recordByUid(db, name)
  return row && Number(row.record_id)
}

const recordByUid = prepared((db, values: Omit<RecordUidTable, 'record_id'>) =>
  db
    .selectFrom('record_uid')
    .select('record_id')
    .where('organisation_id', '=', values.organisation_id)
    .where('resource', '=', values.resource)
    .where('uid', '=', values.uid),
)

export async function insertRecordUid(trx: Trx, row: RecordUidTable): Promise<void> {
  await trx.insertInto('record_uid').values(row).execute()
}

/** Reads the uids of records by id; those without one are left out. */
export async function readRecordUids(
  db: Db,
  organisation: number,
  resource: NamedResource,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const list = isPostgres(db) ? [...ids] : JSON.stringify(ids)
  const rows = await uidsOfRecords(db, { organisation, resource, ids: list })
  return new Map(rows.map((row) => [Number(row.record_id), row.uid]))
}

const uidsOfRecords = prepared(
  (
    db,
    values: { organisation: number; resource: NamedResource; ids: string | readonly number[] },
  ) =>
    db
      .selectFrom('record_uid')
      .select(['record_id', 'uid'])
      .where('organisation_id', '=', values.organisation)
      .where('resource', '=', values.resource)
      .where(
        isPostgres(db)
          ? sql<SqlBool>`record_id = any(${values.ids}::bigint[])`
          : sql<SqlBool>`record_id in (select value from json_each(${values.ids}))`,
      ),
)
