/**
 * The history: every change with its rows before and after, so that it can be shown and undone.
 * Written in the same transaction as the change itself.
 */
import { inEnglish, type Sentence, type Text } from '#shared/sentences/sentence.ts'
import type { Db, Trx } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { ChangeTable, HistoryResource, HistoryTable } from '../tables/index.ts'
import { sql, type Insertable, type Selectable } from 'kysely'

export interface NewChange {
  /** Epoch milliseconds. */
  at: number
  actor: 'person' | 'sync' | 'import'
  /** Such as `times.create`. */
  action: string
  summary: Sentence
  undoes?: number
}

/** Both versions are null where the record was deleted forever (forget-records.ts). */
export interface RecordedRow {
  resource: HistoryResource
  local: number
  before: object | null
  after: object | null
}

/** True for a row whose record was deleted forever. */
export const isForgotten = ({ before, after }: RecordedRow): boolean => !before && !after

/** Inserts a change and returns its number; its rows follow through `recordRow`. */
export async function recordChange(trx: Trx, change: NewChange): Promise<number> {
  const { at, actor, action, summary, undoes = null } = change
  const columns = { at, actor, action, ...summaryColumns(summary), undoes }
  const [made] = await insertedChange(trx, columns)
  return made!.id
}

const insertedChange = prepared((db, values: Omit<Insertable<ChangeTable>, 'id' | 'undone_by'>) => {
  const { at, actor, action, summary, sentence, undoes } = values
  return db
    .insertInto('change')
    .values({ at, actor, action, summary, sentence, undoes, undone_by: null })
    .returning('id')
})

/** Replaces the summary of a change. */
export async function setChangeSummary(trx: Trx, change: number, summary: Sentence): Promise<void> {
  await trx.updateTable('change').set(summaryColumns(summary)).where('id', '=', change).execute()
}

const summaryColumns = (summary: Sentence) => ({
  summary: inEnglish(summary),
  sentence: JSON.stringify(summary),
})

/** Returns the summary of a change; text where an earlier version of Stint wrote it. */
export const changeSummary = ({ summary, sentence }: ChangeRow): Text =>
  sentence === null ? summary : (JSON.parse(sentence) as Sentence)

export async function recordRow(trx: Trx, change: number, row: RecordedRow): Promise<void> {
  await insertedRow(trx, {
    change_id: change,
    resource: row.resource,
    local_id: row.local,
    before: row.before && JSON.stringify(row.before),
    after: row.after && JSON.stringify(row.after),
  })
}

const insertedRow = prepared((db, values: Omit<Insertable<HistoryTable>, 'id'>) => {
  const { change_id, resource, local_id, before, after } = values
  return db.insertInto('history').values({ change_id, resource, local_id, before, after })
})

/**
 * Lists the rows of a change in the order in which they were written; of a large change only the
 * first ones.
 */
export async function readChangeRows(
  db: Db,
  change: number,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<RecordedRow[]> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('change_id', '=', change)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toRecordedRow)
}

const readAtOnce = 50

/** Iterates over the rows of a change, last one first, reading them on demand. */
export async function* readChangeRowsBackwards(
  db: Db,
  change: number,
): AsyncGenerator<RecordedRow> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await db
      .selectFrom('history')
      .selectAll()
      .where('change_id', '=', change)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(readAtOnce)
      .execute()
    for (const row of rows) yield toRecordedRow(row)
    if (rows.length < readAtOnce) return
    before = rows.at(-1)!.id
  }
}

const toRecordedRow = (row: Selectable<HistoryTable>): RecordedRow => ({
  resource: row.resource,
  local: row.local_id,
  before: row.before === null ? null : (JSON.parse(row.before) as object),
  after: row.after === null ? null : (JSON.parse(row.after) as object),
})

export async function countRowsOfChange(db: Db, change: number): Promise<number> {
  const { n } = await db
    .selectFrom('history')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('change_id', '=', change)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/**
 * Counts the rows of a change: all, and those that were forgotten. `deciding` are those of the latter
 * without which undoing the others would be wrong: of the timer that became entries, and of answers.
 */
export async function countForgottenRows(
  db: Db,
  change: number,
): Promise<{ all: number; forgotten: number; deciding: number }> {
  const { rows } = await sql<{ all: number; forgotten: number; deciding: number }>`
    select count(*) as "all",
      count(*) filter (where before is null and after is null) as forgotten,
      count(*) filter (where before is null and after is null and resource in ('timer', 'inbox'))
        as deciding
    from history where change_id = ${change}`.execute(db)
  return rows[0]!
}

/**
 * True when history has a change of the record from before a time, or one by anything but sync
 * since then. Records of the first pull of an account are not in history.
 * @param before epoch milliseconds
 */
export async function isKnownFrom(
  db: Db,
  { resource, local, before }: { resource: HistoryResource; local: number; before: number },
): Promise<boolean> {
  const known = await db
    .selectFrom('history')
    .innerJoin('change', 'change.id', 'history.change_id')
    .select('history.id')
    .where('history.resource', '=', resource)
    .where('history.local_id', '=', local)
    .where((eb) => eb.or([eb('change.at', '<', before), eb('change.actor', '!=', 'sync')]))
    .executeTakeFirst()
  return known !== undefined
}

/** Lists what sync has written into a record since anything else did, last one first. */
export async function readRowsOfSync(
  db: Db,
  resource: HistoryResource,
  local: number,
): Promise<RecordedRow[]> {
  const rows = await db
    .selectFrom('history')
    .innerJoin('change', 'change.id', 'history.change_id')
    .selectAll('history')
    .select('change.actor')
    .where('history.resource', '=', resource)
    .where('history.local_id', '=', local)
    .orderBy('history.id', 'desc')
    .execute()
  const other = rows.findIndex(({ actor }) => actor !== 'sync')
  return rows.slice(0, other < 0 ? undefined : other).map(toRecordedRow)
}

/** True when anything but sync has ever written the record here. */
export const wasEverChangedHere = (
  db: Db,
  resource: HistoryResource,
  local: number,
): Promise<boolean> => isKnownFrom(db, { resource, local, before: -Infinity })

export type ChangeRow = Selectable<ChangeTable>

export const readChange = (db: Db, change: number): Promise<ChangeRow | undefined> =>
  db.selectFrom('change').selectAll().where('id', '=', change).executeTakeFirst()

export interface ChangesQuery {
  limit: number
  /** Only changes before this one. */
  before?: number | undefined
  /** Only changes of one record. */
  record?: { resource: HistoryResource; local: number } | undefined
}

/** Newest first. */
export async function listChanges(db: Db, query: ChangesQuery): Promise<ChangeRow[]> {
  const { limit, record, before = Number.MAX_SAFE_INTEGER } = query
  return record
    ? changesOfRecord(db, { limit, before, resource: record.resource, local: record.local })
    : changesBefore(db, { limit, before })
}

const changesBefore = prepared((db, values: { limit: number; before: number }) =>
  db
    .selectFrom('change')
    .selectAll()
    .where('id', '<', values.before)
    .orderBy('id', 'desc')
    .limit(values.limit),
)

const changesOfRecord = prepared(
  (db, values: { limit: number; before: number; resource: HistoryResource; local: number }) =>
    db
      .selectFrom('change')
      .selectAll()
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('history')
          .select('change_id')
          .where('resource', '=', values.resource)
          .where('local_id', '=', values.local),
      )
      .where('id', '<', values.before)
      .orderBy('id', 'desc')
      .limit(values.limit),
)

/** The newest change of a person that is not undone and not itself an undo. */
export const findLastUndoable = (db: Db): Promise<ChangeRow | undefined> =>
  db
    .selectFrom('change')
    .selectAll()
    .where('actor', '=', 'person')
    .where('undone_by', 'is', null)
    .where('undoes', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest undo that is not itself undone, as long as no change follows it. */
export async function findLastRedoable(db: Db): Promise<ChangeRow | undefined> {
  const newest = await db
    .selectFrom('change')
    .selectAll()
    .where('actor', '=', 'person')
    .where('undone_by', 'is', null)
    .where('action', '!=', 'redo')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest && newest.undoes !== null ? newest : undefined
}

export async function markUndone(trx: Trx, change: number, by: number | null): Promise<void> {
  await trx.updateTable('change').set({ undone_by: by }).where('id', '=', change).execute()
}
