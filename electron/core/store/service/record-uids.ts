/** Queries for the uids that records of the service were created with. */
import { sql, type SqlBool } from 'kysely'
import { maximum, minimum } from '#shared/rules/extremes.ts'
import type { Db, Trx } from '../database/db.ts'
import { isPostgres } from '../database/dialect.ts'
import { prepared } from '../database/prepared-query.ts'
import type { NamedResource, RecordUidTable } from '../tables/index.ts'

export type { NamedResource } from '../tables/index.ts'

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

/** Reads the uids of records by id. May have those of others, and leaves out those without one. */
export async function readRecordUids(
  db: Db,
  organisation: number,
  resource: NamedResource,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const [first, last] = [minimum(ids), maximum(ids)]
  // Most pages have neighbors, and to read a range takes a third of the time of as many look-ups.
  const rows =
    last - first < 4 * ids.length
      ? await uidsOfRange(db, { organisation, resource, first, last })
      : await uidsOfRecords(db, {
          organisation,
          resource,
          ids: isPostgres(db) ? ids : JSON.stringify(ids),
        })
  return new Map(rows.map((row) => [Number(row.record_id), row.uid]))
}

interface Named {
  organisation: number
  resource: NamedResource
}

const uidsOfRange = prepared((db, values: Named & { first: number; last: number }) =>
  uidsOf(db, values).where('record_id', '>=', values.first).where('record_id', '<=', values.last),
)

const uidsOfRecords = prepared((db, values: Named & { ids: string | readonly number[] }) =>
  uidsOf(db, values).where(
    isPostgres(db)
      ? sql<SqlBool>`record_id = any(${values.ids}::bigint[])`
      : sql<SqlBool>`record_id in (select value from json_each(${values.ids}))`,
  ),
)

const uidsOf = (db: Db, { organisation, resource }: Named) =>
  db
    .selectFrom('record_uid')
    .select(['record_id', 'uid'])
    .where('organisation_id', '=', organisation)
    .where('resource', '=', resource)
