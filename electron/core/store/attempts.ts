/**
 * The journal of requests that change something: a row is committed before a byte leaves, and
 * goes only when the outcome is known. A kill in between leaves it, so nothing is sent twice.
 */
import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from './db.ts'
import { prepared } from './prepared.ts'
import type { AttemptTable, EntryResource } from './tables.ts'

export interface Attempt {
  id: number
  local: number
  kind: AttemptTable['kind']
  /** Fields of the version that the request names. */
  body: object
  /** The local version that the request was made of; null for a deletion or a restoration. */
  sent: object | null
  /** Epoch milliseconds. */
  sentAt: number
  /** Epoch milliseconds before which an unknown outcome is not looked into; null while under way. */
  until: number | null
  /** Looks taken that found nothing; with a key, answers so far that it could not be carried out, 0 once one was lost. */
  probes: number
  /** What makes repeating the request harmless; null where the service knows no such thing. */
  idempotencyKey: string | null
}

export interface NewAttempt {
  resource: EntryResource
  local: number
  kind: Attempt['kind']
  key: string | null
  body: object
  sent: object | null
  /** Epoch milliseconds. */
  at: number
  idempotencyKey?: string | null
  /** Epoch milliseconds from which it may be looked into; a request that is about to leave has none. */
  until?: number
}

/** Writes down what is about to be sent; takes the place of an earlier request for the record. */
export async function openAttempt(trx: Trx, attempt: NewAttempt): Promise<void> {
  await closeAttempt(trx, attempt.resource, attempt.local)
  await attemptWritten(trx, {
    resource: attempt.resource,
    local_id: attempt.local,
    kind: attempt.kind,
    key: attempt.key,
    body: JSON.stringify(attempt.body),
    sent: JSON.stringify(attempt.sent),
    sent_at: attempt.at,
    idempotency_key: attempt.idempotencyKey ?? null,
    quarantine_until: attempt.until ?? null,
    begun_anew: attempt.until === undefined ? 0 : 1,
  })
}

const attemptWritten = prepared((db, given: Omit<Insertable<AttemptTable>, 'id' | 'probes'>) => {
  const { resource, local_id, kind, key, body, sent, sent_at, idempotency_key } = given
  const { quarantine_until, begun_anew } = given
  const request = { resource, local_id, kind, key, body, sent, sent_at, idempotency_key }
  return db.insertInto('attempt').values({ ...request, quarantine_until, begun_anew })
})

/** The outcome is known. */
export async function closeAttempt(
  trx: Trx,
  resource: EntryResource,
  local: number,
): Promise<void> {
  await attemptClosed(trx, { resource, local })
}

const attemptClosed = prepared((db, given: { resource: EntryResource; local: number }) =>
  db
    .deleteFrom('attempt')
    .where('resource', '=', given.resource)
    .where('local_id', '=', given.local),
)

/** The outcome is not known, and is not looked into before `until`. */
export async function quarantineAttempt(
  db: Db,
  resource: EntryResource,
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

/** It may be repeated with its key from `until` on; so many answers have said that it could not be. */
export async function repeatAttempt(
  trx: Trx,
  attempt: number,
  until: number,
  answers: number,
): Promise<void> {
  await trx
    .updateTable('attempt')
    .set({ quarantine_until: until, probes: answers })
    .where('id', '=', attempt)
    .execute()
}

/**
 * The service does not remember the key, or cannot use it: only looking, from `until` on, shows what became of the
 * request.
 */
export async function dropIdempotencyKey(trx: Trx, attempt: number, until: number): Promise<void> {
  await trx
    .updateTable('attempt')
    .set({ idempotency_key: null, quarantine_until: until, probes: 0 })
    .where('id', '=', attempt)
    .execute()
}

/** A look found nothing; the next one is due at `until`. Answers how many found nothing. */
export async function countProbe(
  trx: Trx,
  resource: EntryResource,
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
 * Requests that no process is waiting for any more become unknown. How long ago they were sent
 * nobody can say, since the clock may have been put meanwhile: they wait for `length` from now, and
 * nothing waits longer. One that may be repeated needs no wait.
 */
export async function quarantineOpenAttempts(db: Db, now: number, length: number): Promise<void> {
  await openQuarantined(db, { now, until: now + length })
}

const openQuarantined = prepared((db, given: { now: number; until: number }) =>
  db
    .updateTable('attempt')
    .set((eb) => ({
      quarantine_until: eb
        .case()
        .when('idempotency_key', 'is', null)
        .then(given.until)
        .else(given.now)
        .end(),
    }))
    .where((eb) =>
      eb.or([eb('quarantine_until', 'is', null), eb('quarantine_until', '>', given.until)]),
    ),
)

/**
 * A process that has just begun cannot know how long outcomes were waited for: the clock may have
 * been put forward while none ran. It waits for `length` from now, once for each request, so that
 * processes which only live for a moment come to an end too.
 */
export async function beginWaitsAnew(db: Db, now: number, length: number): Promise<void> {
  await waitsBegunAnew(db, { until: now + length })
}

const waitsBegunAnew = prepared((db, given: { until: number }) =>
  db
    .updateTable('attempt')
    .set({ quarantine_until: given.until, begun_anew: 1 })
    .where('quarantine_until', 'is not', null)
    .where('idempotency_key', 'is', null)
    .where('begun_anew', '=', 0),
)

/** The clock was put forward: what is waited for is as far away as before. */
export async function delayQuarantines(db: Db, by: number): Promise<void> {
  await db
    .updateTable('attempt')
    .set((eb) => ({ quarantine_until: eb('quarantine_until', '+', by) }))
    .where('quarantine_until', 'is not', null)
    .execute()
}

export async function readAttempt(
  db: Db,
  resource: EntryResource,
  local: number,
): Promise<Attempt | undefined> {
  const [row] = await attemptByLocal(db, { resource, local })
  return row && toAttempt(row)
}

const attemptByLocal = prepared((db, given: { resource: EntryResource; local: number }) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('resource', '=', given.resource)
    .where('local_id', '=', given.local),
)

/** The open create of this natural key, or undefined. */
export async function attemptByKey(
  db: Db,
  resource: EntryResource,
  key: string,
): Promise<Attempt | undefined> {
  const [row] = await attemptOfKey(db, { resource, key })
  return row && toAttempt(row)
}

const attemptOfKey = prepared((db, given: { resource: EntryResource; key: string }) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('resource', '=', given.resource)
    .where('key', '=', given.key),
)

/** Creates whose outcome is not known. */
export async function openCreates(db: Db, resource: EntryResource): Promise<Attempt[]> {
  const rows = await createsOf(db, { resource })
  return rows.map(toAttempt)
}

const createsOf = prepared((db, given: { resource: EntryResource }) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('resource', '=', given.resource)
    .where('kind', '=', 'create')
    .orderBy('id'),
)

/** Every open request for records of a resource, by their local ids. */
export async function openAttempts(db: Db, resource: EntryResource): Promise<Map<number, Attempt>> {
  const rows = await attemptsOf(db, { resource })
  return new Map(rows.map((row) => [row.local_id, toAttempt(row)]))
}

const attemptsOf = prepared((db, given: { resource: EntryResource }) =>
  db.selectFrom('attempt').selectAll().where('resource', '=', given.resource),
)

/** When the first of the unknown outcomes may be looked into, or null when none is open. */
export async function nextQuarantineEnd(db: Db): Promise<number | null> {
  const [row] = await firstQuarantineEnd(db, {})
  return row!.until === null ? null : Number(row!.until)
}

const firstQuarantineEnd = prepared((db) =>
  db.selectFrom('attempt').select((eb) => eb.fn.min('quarantine_until').as('until')),
)

const toAttempt = (row: Selectable<AttemptTable>): Attempt => ({
  id: row.id,
  local: row.local_id,
  kind: row.kind,
  body: JSON.parse(row.body) as object,
  sent: JSON.parse(row.sent) as object | null,
  sentAt: row.sent_at,
  until: row.quarantine_until,
  probes: row.probes,
  idempotencyKey: row.idempotency_key,
})
