/**
 * The order in which records changed: one row for each record, whose number every change moves to
 * the end. Numbers are assigned in the writing transaction, of which each organisation has one at a
 * time, so they follow the order of commits; a database sequence would assign them before, and a
 * reader could pass one that commits later.
 */
import { sql } from 'kysely'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Db, Trx } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { FeedResource, RecordChangeTable } from '../tables/index.ts'

export type { FeedResource } from '../tables/index.ts'

/** Reserves the next `count` numbers of an organisation and returns the last one. */
export async function allocateSequences(
  trx: Trx,
  organisation_id: number,
  count: number,
): Promise<number> {
  const [row] = await sequencesTaken(trx, { organisation_id, count })
  return Number(row!.sequence)
}

const sequencesTaken = prepared((db, values: { organisation_id: number; count: number }) =>
  db
    .insertInto('change_counter')
    .values({ organisation_id: values.organisation_id, sequence: values.count })
    .onConflict((conflict) =>
      conflict.column('organisation_id').doUpdateSet({
        sequence: sql`change_counter.sequence + excluded.sequence`,
      }),
    )
    .returning('sequence'),
)

/**
 * Moves a record to `sequence`.
 * @param born whether this change created or restored the record
 */
export async function recordFeedChange(trx: Trx, change: RecordChangeTable, born: boolean) {
  await changePlaced(trx, change, born)
}

const changePlaced = prepared((db, values: RecordChangeTable, born: boolean) =>
  db
    .insertInto('record_change')
    .values({
      organisation_id: values.organisation_id,
      resource: values.resource,
      record_id: values.record_id,
      sequence: values.sequence,
      created_sequence: values.created_sequence,
      deleted_at: values.deleted_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'resource', 'record_id']).doUpdateSet((eb) => ({
        sequence: eb.ref('excluded.sequence'),
        deleted_at: eb.ref('excluded.deleted_at'),
        ...(born ? { created_sequence: eb.ref('excluded.created_sequence') } : {}),
      })),
    ),
)

/** Lists the changes after a number, in order. */
export async function readFeedChangesAfter(
  db: Db,
  organisation: number,
  sequence: number,
  limit: number,
): Promise<Omit<RecordChangeTable, 'organisation_id'>[]> {
  const rows = await changesFrom(db, { organisation, sequence, limit })
  return rows.map((row) => ({
    resource: row.resource,
    record_id: Number(row.record_id),
    sequence: Number(row.sequence),
    created_sequence: Number(row.created_sequence),
    deleted_at: row.deleted_at === null ? null : Number(row.deleted_at),
  }))
}

const changesFrom = prepared(
  (db, values: { organisation: number; sequence: number; limit: number }) =>
    db
      .selectFrom('record_change')
      .selectAll()
      .where('organisation_id', '=', values.organisation)
      .where('sequence', '>', values.sequence)
      .orderBy('sequence')
      .limit(values.limit),
)

/**
 * Reads the last number of an organisation, and the number up to which deletions were discarded.
 */
export async function readFeedCounter(
  db: Db,
  organisation: number,
): Promise<{ sequence: number; horizon: number }> {
  const [row] = await counterOf(db, { organisation })
  return { sequence: Number(row?.sequence ?? 0), horizon: Number(row?.horizon ?? 0) }
}

const counterOf = prepared((db, values: { organisation: number }) =>
  db
    .selectFrom('change_counter')
    .select(['sequence', 'horizon'])
    .where('organisation_id', '=', values.organisation),
)

/** Reads the last numbers of these organisations. */
export async function readFeedSequences(
  db: Db,
  organisations: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('change_counter')
    .select(['organisation_id', 'sequence'])
    .where('organisation_id', 'in', [...organisations])
    .execute()
  return new Map(rows.map((row) => [row.organisation_id, Number(row.sequence)]))
}

/** Lists organisations with deletions before an instant. */
export async function findOrganisationsWithDeletionsBefore(
  db: Db,
  instant: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('record_change')
    .select('organisation_id')
    .distinct()
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', instant)
    .execute()
  return rows.map((row) => row.organisation_id)
}

/**
 * Discards an organisation's deletions before an instant and records the last number among them.
 */
export async function pruneDeletionsBefore(
  trx: Trx,
  organisation: number,
  instant: number,
): Promise<void> {
  const { last } = await trx
    .selectFrom('record_change')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .where('organisation_id', '=', organisation)
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', instant)
    .executeTakeFirstOrThrow()
  // A restored record got a later number: `last` may be null.
  if (last === null) return
  await trx
    .deleteFrom('record_change')
    .where('organisation_id', '=', organisation)
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', instant)
    .execute()
  await trx
    .updateTable('change_counter')
    .set({ horizon: Number(last) })
    .where('organisation_id', '=', organisation)
    .where('horizon', '<', Number(last))
    .execute()
}

const tables = {
  clients: 'client',
  projects: 'project',
  tasks: 'task',
  charges: 'charge',
  categories: 'category',
  times: 'time_entry',
  expenses: 'expense',
} as const satisfies Record<FeedResource, string>

/** Counts the changes of all organisations since the database was created. */
export async function countChanges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('change_counter')
    .select((eb) => eb.fn.sum('sequence').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

/** Returns the timestamp of the newest change of all organisations; null for an empty database. */
export async function readLastChange(db: Db): Promise<string | null> {
  const changed = Object.values(tables).map(
    (table) => sql`select max(updated_at) as at from ${sql.table(table)}`,
  )
  const { rows } = await sql<{ changed: string | null; deleted: number | null }>`
    select (select max(at) from (${sql.join(changed, sql` union all `)}) newest) as changed,
      (select max(deleted_at) from record_change) as deleted`.execute(db)
  const { changed: at, deleted } = rows[0]!
  if (deleted === null) return at
  const deletedAt = toTimestamp(Number(deleted))
  return at !== null && at > deletedAt ? at : deletedAt
}

/**
 * Gives a number to every record of an organisation that has none because it was not written
 * through the service's endpoints.
 */
export async function sequenceMissedRecords(trx: Trx, organisation: number): Promise<void> {
  for (const [resource, table] of Object.entries(tables)) {
    const before = await allocateSequences(trx, organisation, 0)
    const standing = resource === 'categories' ? sql`r.deleted_at is null` : sql`1 = 1`
    await sql`insert into record_change
        (organisation_id, resource, record_id, sequence, created_sequence)
      select organisation_id, ${sql.lit(resource)}, id, place, place
      from (
        select r.organisation_id, r.id,
          ${sql.lit(before)} + row_number() over (order by r.id) as place
        from ${sql.table(table)} r
        where r.organisation_id = ${organisation} and ${standing} and not exists (
          select 1 from record_change c
          where c.organisation_id = r.organisation_id
          and c.resource = ${sql.lit(resource)} and c.record_id = r.id
        )
      ) placed`.execute(trx)
    await sql`update change_counter set sequence = coalesce((
        select max(sequence) from record_change where organisation_id = ${organisation}
      ), 0)
      where organisation_id = ${organisation} and sequence < coalesce((
        select max(sequence) from record_change where organisation_id = ${organisation}
      ), 0)`.execute(trx)
  }
}
