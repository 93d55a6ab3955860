/**
 * The trash: whole rows that a person or sync removed, stored for 30 days with all that is needed
 * to restore them. At most one row for each record.
 */
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { forgetRecords, type DeletedRecord } from './forget-records.ts'
import { prepared } from '../database/prepared-query.ts'
import type { RestorableResource, TrashTable } from '../tables/index.ts'

export type TrashResource = RestorableResource

/** Retention of a row, milliseconds. */
export const trashRetention = 30 * 24 * 60 * 60_000

export interface NewTrash {
  resource: TrashResource
  local: number
  /** The snapshot of the row (`before` of the deletion), with everything that belongs to it. */
  row: object
  /** The title by which the person recognizes it: `“Homepage hero”`. */
  title: string
  /** Epoch milliseconds. */
  at: number
  actor: TrashTable['actor']
  /** The change that removed it; null where none was recorded. */
  change: number | null
}

/**
 * Puts a row into the trash. To be called in the transaction that removes it, for every removal: by
 * the person, or by sync for an entry that was deleted on the service. Replaces an earlier row of
 * the same record. Restoring is an action (actions/trash.ts), which creates a new record on a
 * service that no longer has it.
 */
export async function moveToTrash(trx: Trx, gone: NewTrash): Promise<void> {
  await removeFromTrash(trx, gone.resource, gone.local)
  await inserted(trx, {
    resource: gone.resource,
    local_id: gone.local,
    row: JSON.stringify(gone.row),
    title: gone.title,
    deleted_at: gone.at,
    actor: gone.actor,
    change_id: gone.change,
    expires_at: gone.at + trashRetention,
  })
}

const inserted = prepared((db, values: Omit<Insertable<TrashTable>, 'id'>) => {
  const { resource, local_id, row, title, deleted_at, actor, change_id, expires_at } = values
  const columns = { resource, local_id, row, title, deleted_at, actor, change_id, expires_at }
  return db.insertInto('trash').values(columns)
})

/** Removes a restored record from the trash. */
export async function removeFromTrash(
  trx: Trx,
  resource: TrashResource,
  local: number,
): Promise<void> {
  await taken(trx, { resource, local })
}

const taken = prepared((db, values: { resource: TrashResource; local: number }) =>
  db
    .deleteFrom('trash')
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local),
)

export type TrashRow = Selectable<TrashTable>

/** Newest first; `before`: only rows that went into the trash before that one. */
export const listTrash = (db: Db, limit: number, before: number | undefined): Promise<TrashRow[]> =>
  db
    .selectFrom('trash')
    .selectAll()
    .$if(before !== undefined, (rows) => rows.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Reads a deleted record by what it was here, or undefined when it is not in the trash. */
export const readTrashed = (
  db: Db,
  resource: TrashResource,
  local: number,
): Promise<Pick<TrashRow, 'title' | 'actor'> | undefined> =>
  db
    .selectFrom('trash')
    .select(['title', 'actor'])
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .executeTakeFirst()

/** Reads the snapshot of its row. */
export async function readTrashedRow(
  db: Db,
  resource: TrashResource,
  local: number,
): Promise<RemovedRecord['row'] | undefined> {
  const trashed = await db
    .selectFrom('trash')
    .select('row')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .executeTakeFirst()
  return trashed && (JSON.parse(trashed.row) as RemovedRecord['row'])
}

/** A time or an expense that sync removed because the service had it no longer. */
export interface RemovedRecord {
  resource: 'time' | 'expense'
  local: number
  /** The id that it had on the service. */
  remote: number
  /** When the service created it, a timestamp in UTC. */
  created: string
  /** The snapshot of the row. */
  row: { id: number }
}

/** Reads those that had one of these ids of the service. */
export async function readRemovedByIds(
  db: Db,
  resource: RemovedRecord['resource'],
  remotes: readonly number[],
): Promise<Pick<RemovedRecord, 'remote' | 'created'>[]> {
  return removedByIds(db, { resource, remotes: JSON.stringify(remotes) })
}

// Without the index hint SQLite reads every row of the trash.
const removedByIds = prepared(
  (_, values: { resource: RemovedRecord['resource']; remotes: string }) => sql<
    Pick<RemovedRecord, 'remote' | 'created'>
  >`
    select json_extract(t.row, '$.tie') as remote, json_extract(t.row, '$.created_at') as created
    from json_each(${values.remotes}) shown
    cross join trash t indexed by trash_by_remote
    on t.resource = ${values.resource} and json_extract(t.row, '$.tie') = shown.value
    where t.actor = 'sync' and json_extract(t.row, '$.created_at') is not null`,
)

/**
 * Reads those that the service had created from one moment to before another, and whose references
 * are still here.
 */
export async function readRemovedBetween(
  db: Db,
  span: { from: string; since: string },
): Promise<RemovedRecord[]> {
  const rows = await removedBetween(db, span)
  return rows.map(({ row, ...removed }) => ({
    ...removed,
    row: JSON.parse(row) as RemovedRecord['row'],
  }))
}

function isThere(table: 'project' | 'task' | 'charge' | 'user') {
  const id = sql`json_extract(t.row, ${sql.lit(`$.${table}_id`)})`
  return sql`(${id} is null or ${id} in (select id from ${sql.table(table)}))`
}

const hasReferences = sql`(${isThere('project')} and ${isThere('task')}
  and ${isThere('charge')} and ${isThere('user')})`

const removedBetween = prepared(
  (_, values: { from: string; since: string }) => sql<Omit<RemovedRecord, 'row'> & { row: string }>`
    select t.resource, t.local_id as local, json_extract(t.row, '$.tie') as remote,
      json_extract(t.row, '$.created_at') as created, t.row
    from trash t
    where t.actor = 'sync' and t.resource in ('time', 'expense')
    and json_extract(t.row, '$.created_at') >= ${values.from}
    and json_extract(t.row, '$.created_at') < ${values.since}
    and ${hasReferences}
    order by t.id`,
)

/** Reads the version that sync removed last, or undefined when a reference of it is gone. */
export async function readRemovedVersion(
  db: Db,
  resource: RemovedRecord['resource'],
  local: number,
): Promise<{ id: number; updated_at: string | null } | undefined> {
  const [removed] = await removedVersion(db, { resource, local })
  return removed && (JSON.parse(removed.row) as { id: number; updated_at: string | null })
}

const removedVersion = prepared(
  (_, values: { resource: RemovedRecord['resource']; local: number }) => sql<{ row: string }>`
    select t.row from trash t
    where t.resource = ${values.resource} and t.local_id = ${values.local}
    and t.actor = 'sync' and ${hasReferences}`,
)

export const countTrash = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('trash')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

export const readTrashItem = (db: Db, id: number): Promise<TrashRow | undefined> =>
  db.selectFrom('trash').selectAll().where('id', '=', id).executeTakeFirst()

/** Deletes some items, or all, and forgets their records. Returns these. */
export async function deleteTrashItems(
  trx: Trx,
  ids: readonly number[] | 'all',
): Promise<DeletedRecord[]> {
  const { rows } = await sql<DeletedRecord>`delete from trash
    ${ids === 'all' ? sql`` : sql`where id in (select value from json_each(${JSON.stringify(ids)}))`}
    returning resource, local_id as local`.execute(trx)
  await forgetRecords(trx, rows)
  return rows
}

/** Maximum number of rows deleted in one step, so that other queries do not wait long. */
export const purgedAtOnce = 200

/** Deletes expired items and forgets their records, a few at a time. Returns how many there were. */
export async function purgeExpiredTrash(db: Db, now: number): Promise<number> {
  const ids = await expired(db, { now })
  if (ids.length === 0) return 0
  return db.transaction().execute(
    async (trx) =>
      (
        await deleteTrashItems(
          trx,
          ids.map(({ id }) => id),
        )
      ).length,
  )
}

const expired = prepared((db, values: { now: number }) =>
  db.selectFrom('trash').select('id').where('expires_at', '<=', values.now).limit(purgedAtOnce),
)
