/**
 * The journal of attempts: requests that change something. A row is committed before the request is
 * sent and is deleted only when the outcome is known. If the process is killed in between, the row
 * remains, so that nothing is sent twice.
 */
import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { AttemptTable, EntryResource } from '../tables/index.ts'

export interface Attempt {
  id: number
  local: number
  kind: AttemptTable['kind']
  /** The version's fields that the request contains. */
  body: object
  /** The local version that the request was built from; null for a deletion or a restoration. */
  sent: object | null
  /** Epoch milliseconds. */
  sentAt: number
  /**
   * End of the quarantine, epoch milliseconds: an unknown outcome is not probed earlier. Null while
   * under way.
   */
  until: number | null
  /**
   * Probes that found nothing. With an idempotency key: replies so far that the request could not
   * be carried out; 0 again after a lost reply.
   */
  probes: number
  /** Makes repeating the request safe; null where the service does not support idempotency keys. */
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
  /**
   * Epoch milliseconds from which the outcome of a create may be probed that another computer may
   * have sent; absent for a request that is about to be sent.
   */
  until?: number
}

/** Journals a request that is about to be sent. Replaces an earlier attempt for the record. */
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
    searched: attempt.until === undefined ? 0 : 1,
  })
}

const attemptWritten = prepared((db, values: Omit<Insertable<AttemptTable>, 'id' | 'probes'>) => {
  const { resource, local_id, kind, key, body, sent, sent_at, idempotency_key } = values
  const { quarantine_until, begun_anew, searched } = values
  const request = { resource, local_id, kind, key, body, sent, sent_at, idempotency_key }
  return db.insertInto('attempt').values({ ...request, quarantine_until, begun_anew, searched })
})

/** Deletes the attempt, because its outcome is known. */
export async function closeAttempt(
  trx: Trx,
  resource: EntryResource,
  local: number,
): Promise<void> {
  await attemptClosed(trx, { resource, local })
}

const attemptClosed = prepared((db, values: { resource: EntryResource; local: number }) =>
  db
    .deleteFrom('attempt')
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local),
)

/** Quarantines an attempt with an unknown outcome: it is not probed before `until`. */
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

/**
 * Schedules a repetition with the same idempotency key.
 * @param until epoch milliseconds from which it may be repeated
 * @param answers replies so far that it could not be carried out
 */
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
 * Removes the key from an attempt, because the service does not remember it or cannot use it. From
 * then on only a probe, not before `until`, shows the outcome.
 */
export async function clearIdempotencyKey(trx: Trx, attempt: number, until: number): Promise<void> {
  await trx
    .updateTable('attempt')
    .set({ idempotency_key: null, quarantine_until: until, probes: 0 })
    .where('id', '=', attempt)
    .execute()
}

/**
 * Counts a probe that found nothing and schedules the next one at `until`. Returns how many have
 * found nothing.
 */
export async function recordProbe(
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
 * Quarantines attempts that no process is waiting for any more. The clock may have been set in the
 * meantime, so it is unknown how long ago they were sent: each waits for `length` from now, and
 * none waits longer. One with an idempotency key can be repeated and need not wait.
 */
export async function quarantineOpenAttempts(db: Db, now: number, length: number): Promise<void> {
  await openQuarantined(db, { now, until: now + length })
}

const openQuarantined = prepared((db, values: { now: number; until: number }) =>
  db
    .updateTable('attempt')
    .set((eb) => ({
      quarantine_until: eb
        .case()
        .when('idempotency_key', 'is', null)
        .then(values.until)
        .else(values.now)
        .end(),
    }))
    .where((eb) =>
      eb.or([eb('quarantine_until', 'is', null), eb('quarantine_until', '>', values.until)]),
    ),
)

/**
 * Restarts the quarantines for a process that has just started, because the clock may have been set
 * forward while none ran. Each attempt waits for `length` from now; this happens once per attempt,
 * so that even a series of short-lived processes gets past it.
 */
export async function restartQuarantines(db: Db, now: number, length: number): Promise<void> {
  await restartWaits(db, { until: now + length })
}

const restartWaits = prepared((db, values: { until: number }) =>
  db
    .updateTable('attempt')
    .set({ quarantine_until: values.until, begun_anew: 1 })
    .where('quarantine_until', 'is not', null)
    .where('idempotency_key', 'is', null)
    .where('begun_anew', '=', 0),
)

/**
 * Postpones all quarantines after the clock was set forward, so that the remaining waits stay the
 * same.
 */
export async function shiftQuarantines(db: Db, by: number): Promise<void> {
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

const attemptByLocal = prepared((db, values: { resource: EntryResource; local: number }) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local),
)

/** Reads the open create with this natural key, or undefined. */
export async function findAttemptByKey(
  db: Db,
  resource: EntryResource,
  key: string,
): Promise<Attempt | undefined> {
  const [row] = await attemptOfKey(db, { resource, key })
  return row && toAttempt(row)
}

const attemptOfKey = prepared((db, values: { resource: EntryResource; key: string }) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('resource', '=', values.resource)
    .where('key', '=', values.key),
)

/** Lists the creates whose outcome is unknown. */
export async function readOpenCreates(db: Db, resource: EntryResource): Promise<Attempt[]> {
  const rows = await createsOf(db, { resource })
  return rows.map(toAttempt)
}

const createsOf = prepared((db, values: { resource: EntryResource }) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('resource', '=', values.resource)
    .where('kind', '=', 'create')
    .orderBy('id'),
)

/** Reads all open attempts of a resource, by local id. */
export async function openAttempts(db: Db, resource: EntryResource): Promise<Map<number, Attempt>> {
  const rows = await attemptsOf(db, { resource })
  return new Map(rows.map((row) => [row.local_id, toAttempt(row)]))
}

const attemptsOf = prepared((db, values: { resource: EntryResource }) =>
  db.selectFrom('attempt').selectAll().where('resource', '=', values.resource),
)

/** When the first quarantine ends, epoch milliseconds; null when there is none. */
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
