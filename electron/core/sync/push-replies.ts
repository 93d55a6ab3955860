/** Applies the replies to push requests to their records. */
import {
  closeAttempt,
  clearIdempotencyKey,
  quarantineAttempt,
  readAttempt,
  repeatAttempt,
} from '../store/attempts.ts'
import {
  isRemoteIdRetired,
  patchSyncRecord,
  readSyncState,
  type RecordSyncState,
  type WireRecord,
} from '../store/record-sync-state.ts'
import { findLocalId } from '../store/sync-records.ts'
import { mergeRecord, takeCreated, takeUpdated } from './apply-remote.ts'
import { confirmDeleted, recreateRecord } from './apply-deletions.ts'
import type { Answer } from './service-client.ts'
import { commit, type SyncContext, type Trouble, type Work } from './sync-context.ts'
import type { Kind } from './adapters/sync-adapter.ts'
import { adoptByName } from './adopt-category-name.ts'
import { park } from './park-record.ts'
import type { RecordAnswer } from './record-requests.ts'
import type { Refused, Took } from './push-outcome.ts'
import { quarantine, retryPause } from './sync-timings.ts'

export async function takeLook(
  context: SyncContext,
  kind: Kind,
  local: number,
  answer: RecordAnswer,
): Promise<Took> {
  switch (answer.is) {
    case 'record':
      return { is: 'here', wire: answer.wire, etag: answer.etag }
    case 'gone':
      return answer
    case 'refused':
      await commit(context, (work) => park(work, kind, local, answer))
      return 'end'
    case 'stale':
      return 'end'
    default:
      return answer
  }
}

export const takePosted = (
  context: SyncContext,
  kind: Kind,
  local: number,
  answer: RecordAnswer,
): Promise<Took> => takeWrite(context, kind, local, answer, takeMade)

export const takePut = (
  context: SyncContext,
  kind: Kind,
  local: number,
  answer: RecordAnswer,
): Promise<Took> =>
  takeWrite(context, kind, local, answer, (work, _kind, state, wire) =>
    takeUpdated(work, state, wire),
  )

/** The service no longer has the archived record at all: it is created again. */
export async function takeRevived(
  context: SyncContext,
  kind: Kind,
  local: number,
  answer: RecordAnswer,
): Promise<Took> {
  if (answer.is === 'refused' && answer.status === 404) {
    await commit(context, async (work) => {
      const state = await readSyncState(work.trx, kind.resource, local)
      if (state) await recreateRecord(work, state)
    })
    return 'again'
  }
  return takeWrite(context, kind, local, answer, async (work, _kind, state, wire) => {
    if (state.version) {
      await mergeRecord(work, state, wire, null)
      return
    }
    // Archived here again in the meantime.
    await closeAttempt(work.trx, kind.resource, local)
    await patchSyncRecord(work.trx, kind.resource, local, { base: JSON.stringify(wire) })
  })
}

async function takeWrite(
  context: SyncContext,
  kind: Kind,
  local: number,
  answer: RecordAnswer,
  take: (work: Work, kind: Kind, state: RecordSyncState, wire: WireRecord) => Promise<void>,
): Promise<Took> {
  if (answer.is !== 'record') return takeFailure(context, kind, local, answer)
  context.written.add(`${kind.path}/${answer.wire.id}`)
  await commit(context, async (work) => {
    const state = await readSyncState(work.trx, kind.resource, local)
    if (state) await take(work, kind, state, answer.wire)
  })
  context.counts.pushed++
  return 'end'
}

async function takeMade(
  work: Work,
  kind: Kind,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<void> {
  const owner = await findLocalId(work.trx, kind.resource, wire.id)
  if (owner === undefined && !(await isRemoteIdRetired(work.trx, kind.resource, wire.id))) {
    return takeCreated(work, state, wire)
  }
  // The service merges equal records into one, but two local records cannot share one.
  await park(work, kind, state.local, {
    status: 200,
    message: `The service already has a matching ${kind.nouns.one} (${wire.id}) and didn’t create a second one`,
    fields: {},
  })
}

export async function takeDeleted(
  context: SyncContext,
  kind: Kind,
  local: number,
  answer: Answer,
): Promise<Took> {
  if (answer.is !== 'applied' && answer.is !== 'gone') {
    return takeFailure(context, kind, local, answer)
  }
  context.counts.pushed++
  return commit(context, async (work) => {
    const state = await readSyncState(work.trx, kind.resource, local)
    if (!state) return 'end'
    if (state.deleted) {
      await confirmDeleted(work, state)
      return 'end'
    }
    // Restored here in the meantime.
    if (!kind.isArchivable) {
      await recreateRecord(work, state)
      return 'again'
    }
    await closeAttempt(work.trx, kind.resource, local)
    const base = JSON.stringify({ ...state.base, deleted: true })
    await patchSyncRecord(work.trx, kind.resource, local, { base, dirty: 1 })
    return 'again'
  })
}

/** Handles a write that was not, or may not have been, carried out. */
async function takeFailure(
  context: SyncContext,
  kind: Kind,
  local: number,
  answer: Exclude<Answer, { is: 'applied' }>,
): Promise<Took> {
  const { resource } = kind
  switch (answer.is) {
    case 'stopped':
      // The journal keeps the request; the next start treats it as unknown.
      return answer
    case 'unknown':
      await commit(context, (work) => takeUnknown(work, kind, local, answer))
      return answer
    case 'refused':
      return takeRefusal(context, kind, local, answer)
    case 'gone':
      await commit(context, (work) => closeAttempt(work.trx, resource, local))
      return answer
    case 'stale':
      await commit(context, (work) => closeAttempt(work.trx, resource, local))
      return 'again'
    case 'signed-out':
    case 'unreached':
    case 'retry':
      return takeUncarried(context, kind, local, answer)
  }
}

/**
 * Handles a write that may have been carried out. A request with a key is repeated. If the service
 * has replied for a while, each time, that it could not carry it out, a probe decides instead,
 * because similar records are held back until the outcome is known. A probe must not decide when a
 * reply was lost: the record may have been created and deleted by now.
 */
async function takeUnknown(
  { trx, now }: Work,
  { resource }: Kind,
  local: number,
  { lost }: Extract<Trouble, { is: 'unknown' }>,
): Promise<void> {
  const attempt = await readAttempt(trx, resource, local)
  if (!attempt || attempt.idempotencyKey === null) {
    return quarantineAttempt(trx, resource, local, now + quarantine)
  }
  const isFirst = attempt.until === null
  const answers = !lost && (isFirst || attempt.probes > 0) ? attempt.probes + 1 : 0
  if (answers > 0 && now - attempt.sentAt >= quarantine) {
    return clearIdempotencyKey(trx, attempt.id, now + quarantine)
  }
  return repeatAttempt(trx, attempt.id, now + retryPause, answers)
}

/**
 * Handles a request that was not carried out this time. A create that was sent before with the same
 * key may have been carried out then: its outcome is still unknown.
 */
async function takeUncarried(
  context: SyncContext,
  kind: Kind,
  local: number,
  answer: Extract<Trouble, { is: 'signed-out' | 'unreached' | 'retry' }>,
): Promise<Took> {
  await commit(context, async (work) => {
    const state = await readSyncState(work.trx, kind.resource, local)
    const open = state?.attempt
    if (open && open.until !== null) return
    await closeAttempt(work.trx, kind.resource, local)
    work.touched[kind.resource].add(local)
  })
  return answer
}

async function takeRefusal(
  context: SyncContext,
  kind: Kind,
  local: number,
  answer: Refused,
): Promise<Took> {
  const { resource } = kind
  const forgotten = await commit(context, async (work) => {
    const state = await readSyncState(work.trx, resource, local)
    const attempt = state?.attempt
    // It was sent before with this key, and may have been carried out then: a probe decides.
    if (!attempt?.idempotencyKey || attempt.until === null) return false
    await clearIdempotencyKey(work.trx, attempt.id, work.now + quarantine)
    return true
  })
  if (forgotten) return 'end'
  if (isAboutName(kind, answer)) {
    const took = await adoptByName(context, kind, local, answer)
    if (took !== null) return took
  }
  await commit(context, (work) => park(work, kind, local, answer))
  return 'end'
}

/** A category's name is the only field that can conflict with another record. */
const isAboutName = (kind: Kind, { status, fields }: Refused): boolean =>
  kind.resource === 'category' &&
  (status === 409 || 'name' in fields || (status === 422 && Object.keys(fields).length === 0))
