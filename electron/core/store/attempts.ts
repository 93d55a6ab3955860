/**
 * The journal of requests that change something: a row is committed before a byte leaves, and
 * goes only when the outcome is known. A kill in between leaves it, so nothing is sent twice.
 */
import type { Selectable } from 'kysely'
import type { TimeFields, TimeVersion } from '#shared/resources/time-version.ts'
import type { Db, Trx } from './db.ts'
import type { AttemptTable, SyncedResource } from './tables.ts'

export interface Attempt {
  id: number
  local: number
  kind: 'create' | 'update' | 'delete'
  /** Fields of the request. */
  body: Partial<TimeFields>
  /** The local version that the request was made of; null for a delete. */
  sent: TimeVersion | null
  /** Epoch milliseconds before which an unknown outcome is not looked into; null while under way. */
  until: number | null
  /** Looks taken that found nothing. */
  probes: number
}

export interface NewAttempt {
  resource: SyncedResource
  local: number
  kind: Attempt['kind']
  key: string | null
  body: Partial<TimeFields>
  sent: TimeVersion | null
  /** Epoch milliseconds. */
  at: number
}

/** Writes down what is about to be sent; takes the place of an earlier request for the record. */
export async function openAttempt(trx: Trx, attempt: NewAttempt): Promise<void> {
  await closeAttempt(trx, attempt.resource, attempt.local)
  await trx
    .insertInto('attempt')
    .values({
      resource: attempt.resource,
      local_id: attempt.local,
      kind: attempt.kind,
      key: attempt.key,
      body: JSON.stringify(attempt.body),
      sent: JSON.stringify(attempt.sent),
      sent_at: attempt.at,
      quarantine_until: null,
    })
    .execute()
}

/** The outcome is known. */
export async function closeAttempt(
  trx: Trx,
  resource: SyncedResource,
  local: number,
): Promise<void> {
  await trx
    .deleteFrom('attempt')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .execute()
}

/** The outcome is not known, and is not looked into before `until`. */
export async function quarantineAttempt(
  db: Db,
  resource: SyncedResource,
  local: number,
  until: number,
): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ quarantine_until: until })
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .execute()
}

/** A look found nothing; the next one is due at `until`. Answers how many found nothing. */
export async function countProbe(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  until: number,
): Promise<number> {
  const row = await trx
    .updateTable('attempt')
    .set((eb) => ({ probes: eb('probes', '+', 1), quarantine_until: until }))
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .returning('probes')
    .executeTakeFirst()
  return row?.probes ?? 0
}

/**
 * Requests that no process is waiting for any more become unknown. The quarantine counts from the
 * sending, but never reaches further than `length` from now, whatever the clock did meanwhile.
 */
export async function quarantineOpenAttempts(db: Db, now: number, length: number): Promise<void> {
  const open = await db
    .selectFrom('attempt')
    .select(['id', 'sent_at', 'quarantine_until'])
    .where((eb) =>
      eb.or([eb('quarantine_until', 'is', null), eb('quarantine_until', '>', now + length)]),
    )
    .execute()
  for (const attempt of open) {
    await db
      .updateTable('attempt')
      .set({ quarantine_until: Math.min(attempt.sent_at, now) + length })
      .where('id', '=', attempt.id)
      .execute()
  }
}

export async function readAttempt(
  db: Db,
  resource: SyncedResource,
  local: number,
): Promise<Attempt | undefined> {
  const row = await db
    .selectFrom('attempt')
    .selectAll()
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** The open create of this natural key, or undefined. */
export async function attemptByKey(
  db: Db,
  resource: SyncedResource,
  key: string,
): Promise<Attempt | undefined> {
  const row = await db
    .selectFrom('attempt')
    .selectAll()
    .where('resource', '=', resource)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** Creates whose outcome is not known. */
export async function openCreates(db: Db, resource: SyncedResource): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('attempt')
    .selectAll()
    .where('resource', '=', resource)
    .where('kind', '=', 'create')
    .orderBy('id')
    .execute()
  return rows.map(toAttempt)
}

/** When the first of the unknown outcomes may be looked into, or null when none is open. */
export async function nextQuarantineEnd(db: Db): Promise<number | null> {
  const { until } = await db
    .selectFrom('attempt')
    .select((eb) => eb.fn.min('quarantine_until').as('until'))
    .executeTakeFirstOrThrow()
  return until === null ? null : Number(until)
}

const toAttempt = (row: Selectable<AttemptTable>): Attempt => ({
  id: row.id,
  local: row.local_id,
  kind: row.kind,
  body: JSON.parse(row.body) as Partial<TimeFields>,
  sent: JSON.parse(row.sent) as TimeVersion | null,
  until: row.quarantine_until,
  probes: row.probes,
})
