/**
 * The trash: whole rows of what was taken away, by a person or by the sync, kept for 30 days with
 * all that is needed to bring them back. At most one row for each record.
 */
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'
import { prepared } from './prepared.ts'
import type { KeptResource, TrashTable } from './tables.ts'

export type TrashResource = KeptResource

/** How long a row is kept, milliseconds. */
export const keptInTrash = 30 * 24 * 60 * 60_000

export interface NewTrash {
  resource: TrashResource
  local: number
  /** The row as history keeps it (what was `before` the deletion), with all that goes with it. */
  row: object
  /** What the person knows it by: `“Homepage hero”`. */
  title: string
  /** Epoch milliseconds. */
  at: number
  actor: TrashTable['actor']
  /** The change that took it away, or null where none was recorded. */
  change: number | null
}

/**
 * Keeps a row that is about to go, or has just gone: to be called in the transaction that takes it
 * away, for every removal that a person did not ask for (a sync that finds an entry gone on the
 * service) and every one that they did. An earlier row of the same record gives way. Bringing it
 * back is an action (actions/trash.ts), which makes it a new record on a service that no longer
 * has it.
 */
export async function putInTrash(trx: Trx, gone: NewTrash): Promise<void> {
  await takeFromTrash(trx, gone.resource, gone.local)
  await inserted(trx, {
    resource: gone.resource,
    local_id: gone.local,
    row: JSON.stringify(gone.row),
    title: gone.title,
    deleted_at: gone.at,
    actor: gone.actor,
    change_id: gone.change,
    expires_at: gone.at + keptInTrash,
  })
}

const inserted = prepared((db, given: Omit<Insertable<TrashTable>, 'id'>) => {
  const { resource, local_id, row, title, deleted_at, actor, change_id, expires_at } = given
  const values = { resource, local_id, row, title, deleted_at, actor, change_id, expires_at }
  return db.insertInto('trash').values(values)
})

/** The record stands again, whoever brought it back: it is no longer in the trash. */
export async function takeFromTrash(
  trx: Trx,
  resource: TrashResource,
  local: number,
): Promise<void> {
  await taken(trx, { resource, local })
}

const taken = prepared((db, given: { resource: TrashResource; local: number }) =>
  db.deleteFrom('trash').where('resource', '=', given.resource).where('local_id', '=', given.local),
)

export type TrashRow = Selectable<TrashTable>

/** Newest first; `before`: only what went into the trash before that row. */
export const listTrash = (db: Db, limit: number, before: number | undefined): Promise<TrashRow[]> =>
  db
    .selectFrom('trash')
    .selectAll()
    .$if(before !== undefined, (rows) => rows.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** What a record in the trash was called, or undefined. */
export async function titleInTrash(
  db: Db,
  resource: TrashResource,
  local: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('trash')
    .select('title')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .executeTakeFirst()
  return row?.title
}

export const countTrash = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('trash')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

export const readTrash = (db: Db, id: number): Promise<TrashRow | undefined> =>
  db.selectFrom('trash').selectAll().where('id', '=', id).executeTakeFirst()

/** Lets go of some rows, or of all, for good. Answers how many there were. */
export async function discardTrash(db: Db, ids: readonly number[] | 'all'): Promise<number> {
  const { numAffectedRows } =
    ids === 'all'
      ? await sql`delete from trash`.execute(db)
      : await sql`delete from trash where id in (
          select value from json_each(${JSON.stringify(ids)}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** So many rows go in one step, so that nothing else waits long. */
const purgedAtOnce = 200

/** Lets go of rows whose time is up, a few at a time. True while there may be more. */
export async function purgeTrash(db: Db, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from trash where id in (
    select id from trash where expires_at <= ${now} limit ${purgedAtOnce})`.execute(db)
  return Number(numAffectedRows ?? 0) === purgedAtOnce
}
