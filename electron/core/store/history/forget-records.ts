/**
 * Forgets records that were deleted forever: what history, answered cards, and the journal have of
 * them. The bytes disappear with the transaction, because deleted content is overwritten
 * (sqlite-file.ts); those in the journal and in the write-ahead log disappear when the
 * database keeper tidies the files.
 */
import { sql } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { referringColumns } from '../account/detach-service.ts'
import { prepared } from '../database/prepared-query.ts'
import { mergeSearchIndexes } from '../lists/search-merge.ts'
import { readSetting, writeSetting } from '../account/settings.ts'
import { modelTable } from '../sync/sync-records.ts'
import type { RestorableResource } from '../tables/index.ts'

export interface DeletedRecord {
  resource: RestorableResource
  local: number
}

interface Gone {
  resource: RestorableResource
  /** A JSON array of local ids. */
  locals: string
}

/**
 * Forgets records that have left the trash. Those that are still in their table are left out:
 * archived categories, and what other records refer to. The rows of history stay in their place,
 * without values, and the summaries of their changes without titles. What sync needs in order to have
 * the service delete a record stays until the service has done so.
 */
export async function forgetRecords(trx: Trx, records: readonly DeletedRecord[]): Promise<void> {
  const byResource = Map.groupBy(records, ({ resource }) => resource)
  const localsOf = (resource: RestorableResource) =>
    JSON.stringify((byResource.get(resource) ?? []).map(({ local }) => local))
  for (const [resource, columns] of referringColumns) {
    if (byResource.has(resource)) await deleteUnused(trx, resource, columns, localsOf(resource))
  }
  for (const resource of byResource.keys()) {
    const locals = await withoutRow(trx, resource, localsOf(resource))
    const gone = { resource, locals }
    const rows = JSON.stringify((await rowsAbout(trx, gone)).map(({ id }) => id))
    await titlesBlanked(trx, { rows })
    await rowsBlanked(trx, { rows })
    await answeredCardsDeleted(trx, gone)
    await marked(trx, gone)
  }
  if (byResource.has('time') || byResource.has('expense')) {
    await writeSetting(trx, searchTracesKey, true)
  }
}

const searchTracesKey = 'search.traces'

/**
 * Erases forgotten records from the search index, if there are any.
 * @param pause waits between two steps; false ends it until the next time
 */
export async function eraseSearchTraces(db: Db, pause: () => Promise<boolean>): Promise<void> {
  if (!(await readSetting(db, searchTracesKey, false))) return
  // What is forgotten from here on is for the next time.
  await writeSetting(db, searchTracesKey, false)
  if (!(await mergeSearchIndexes(db, pause))) await writeSetting(db, searchTracesKey, true)
}

/** Deletes the rows of deleted records that only this computer has and nothing refers to. */
async function deleteUnused(
  trx: Trx,
  resource: RestorableResource,
  columns: readonly string[],
  locals: string,
): Promise<void> {
  const uses = columns.map((name) => {
    const [table, column] = name.split('.') as [string, string]
    return sql`and not exists (
      select 1 from ${sql.table(table)} u where u.${sql.ref(column)} = ${sql.table(resource)}.id)`
  })
  await sql`delete from ${sql.table(resource)}
    where id in (select value from json_each(${locals})) and deleted = 1
    and not exists (select 1 from sync_record r where r.resource = ${resource}
      and r.local_id = ${sql.table(resource)}.id and r.remote_id is not null)
    ${sql.join(uses, sql` `)}`.execute(trx)
}

async function withoutRow(trx: Trx, resource: RestorableResource, locals: string): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select value as id from json_each(${locals})
    where value not in (select id from ${sql.table(modelTable(resource))})`.execute(trx)
  return JSON.stringify(rows.map(({ id }) => id))
}

/**
 * History about the records: their own rows, answers to cards about them, and the run of the timer
 * from which an entry was made, unless it is running.
 */
const rowsAbout = prepared(
  (_, values: Gone) => sql<{ id: number }>`
    with own as (
      select id, change_id from history
      where resource = ${values.resource}
      and local_id in (select value from json_each(${values.locals}))
    ), card as (
      select a.id from inbox c join history a on a.resource = 'inbox' and a.local_id = c.id
      where c.resource = ${values.resource} and (
        c.local_id in (select value from json_each(${values.locals}))
        or c.local_id = 0 and exists (
          select 1 from json_each(coalesce(a.before, a.after), '$.records') r
          where r.value ->> 'local_id' in (select value from json_each(${values.locals})))
      )
    ), stop as (
      select t.id, coalesce(t.before, t.after) ->> 'run' as run
      from own join history t on t.change_id = own.change_id and t.resource = 'timer'
      where ${values.resource} = 'time' and not exists (
        select 1 from timer where run is coalesce(t.before, t.after) ->> 'run')
    ), run as (
      select t.id from history t
      where t.resource = 'timer' and t.local_id = 1
      and t.id >= (select min(h.id) from history h where h.change_id in (select run from stop))
      and coalesce(t.before, t.after) ->> 'run' in (select run from stop)
    )
    select id from own union select id from card
    union select id from stop union select id from run`,
)

/** A change is blanked together with those that undo or redo it. */
const titlesBlanked = prepared(
  (_, values: { rows: string }) => sql`
    with recursive about (id) as (
      select change_id from history where id in (select value from json_each(${values.rows}))
      union select c.id from about join change c on c.undoes = about.id
    )
    update change set summary = substr(summary, 1, instr(summary, '“')) || '…' ||
      substr(summary, length(rtrim(summary, replace(summary, '”', '')))),
      sentence = null
    where id in (select id from about) and summary like '%“%”%'`,
)

const rowsBlanked = prepared(
  (_, values: { rows: string }) => sql`
    update history set before = null, after = null
    where id in (select value from json_each(${values.rows}))`,
)

/** Open cards name the records by their ids only. */
const answeredCardsDeleted = prepared(
  (_, values: Gone) => sql`
    delete from inbox where resource = ${values.resource} and resolved_at is not null
    and local_id in (select value from json_each(${values.locals}))`,
)

/** The journal writes that the records are gone, and no longer needs its earlier lines of them. */
const marked = prepared(
  (_, values: Gone) => sql`
    insert into journal_mark (resource, local_id)
    select ${values.resource}, value from json_each(${values.locals})`,
)
