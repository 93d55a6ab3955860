/** Applies the replies to push requests to their records. */
import {
  closeAttempt,
  clearIdempotencyKey,
  quarantineAttempt,
  readAttempt,
  repeatAttempt,
} from '../../store/sync/attempts.ts'
import {
  patchSyncRecord,
  readSyncState,
  type RecordSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import { mergeRemoteRecord, applyCreated, applyUpdated } from '../apply/apply-remote.ts'
import { confirmDeletion, markForRecreation } from '../apply/apply-deletions.ts'
import { applyPulledRecord, readOpenSends } from '../apply/apply-pulled.ts'
import { confirmRecords, noteRewrittenDate } from '../apply/confirm-records.ts'
import { isAnotherRecord } from '../apply/displaced-records.ts'
import { giveNextUid } from '../../store/sync/entry-uids.ts'
import { rejoinWhereIdsReturned } from '../apply/rejoin-removed.ts'
import { adoptSameAct } from '../apply/same-act.ts'
import { isUnmappedRecord } from '../apply/judge-candidate.ts'
import type { ClientReply } from '../http/service-client.ts'
import {
  commitSync,
  type SyncContext,
  type SyncFailure,
  type SyncTransaction,
} from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { adoptCategoryByName } from './adopt-category-name.ts'
import { parkRecord } from './park-record.ts'
import type { RecordReply } from '../pass/record-requests.ts'
import type { RefusedReply, PushOutcome } from './push-outcome.ts'
import { quarantineLength, retryPause } from '../decide/sync-timings.ts'

export async function applyReadReply(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  answer: RecordReply,
): Promise<PushOutcome> {
  switch (answer.is) {
    case 'record':
      await confirmRecords(context, adapter, [answer.wire])
      return { is: 'present', wire: answer.wire, etag: answer.etag }
    case 'gone':
      return { is: 'missing' }
    case 'refused':
      await commitSync(context, (tx) => parkRecord(tx, adapter, local, answer))
      return 'end'
    case 'stale':
      return 'end'
    default:
      return answer
  }
}

/** @param uid of the record, if it was sent along */
export async function applyCreateReply(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  uid: string | undefined,
  answer: RecordReply,
): Promise<PushOutcome> {
  if (uid !== undefined && answer.is === 'refused' && answer.status === 410) {
    // The same act on another computer created it, and it was deleted since: this is a new one.
    await commitSync(context, async (tx) => {
      await closeAttempt(tx.trx, adapter.resource, local)
      await giveNextUid(tx.trx, adapter.resource, local, uid)
    })
    return 'again'
  }
  const isNew = answer.is === 'record' && answer.status === 201
  return takeWrite(context, adapter, local, answer, async (tx, state, wire) => {
    if (await isUnmappedRecord(context, tx, adapter, wire)) {
      if (uid !== undefined && !isNew && state.version) return adoptSameAct(tx, state, wire)
      await applyCreated(tx, state, wire)
      return rejoinWhereIdsReturned(tx, adapter, [wire])
    }
    // The service merges equal records into one, but two local records cannot share one.
    await parkRecord(tx, adapter, state.local, {
      status: 200,
      message: `The service answered with ${adapter.nouns.one} ${wire.id}, which is already here`,
      fields: {},
    })
  })
}

export async function applyUpdateReply(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  answer: RecordReply,
): Promise<PushOutcome> {
  let isRewritten = false
  const outcome = await takeWrite(context, adapter, local, answer, async (tx, state, wire) => {
    const isAnother = isAnotherRecord(tx, state, wire)
    isRewritten = isAnother && isAsSent(adapter, state, wire)
    if (!isAnother || isRewritten) return applyUpdated(tx, state, wire)
    // Its id was given to another record between the request that read it and this one.
    const sendings = await readOpenSends(tx, adapter)
    await applyPulledRecord(context, tx, adapter, wire, sendings, false)
  })
  if (isRewritten) await noteRewrittenDate(context)
  return outcome
}

/** True when the reply shows in every field what the record became by the change. */
function isAsSent(
  adapter: SyncAdapter,
  { base, attempt }: RecordSyncState,
  wire: WireRecord,
): boolean {
  if (!base || !attempt) return false
  const changed = { ...adapter.versionOf(base), ...attempt.body }
  return adapter.same(changed, adapter.versionOf(wire))
}

/** The service no longer has the archived record at all: it is created again. */
export async function applyRestoreReply(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  answer: RecordReply,
): Promise<PushOutcome> {
  if (answer.is === 'refused' && answer.status === 404) {
    await commitSync(context, async (tx) => {
      const state = await readSyncState(tx.trx, adapter.resource, local)
      if (state) await markForRecreation(tx, state)
    })
    return 'again'
  }
  return takeWrite(context, adapter, local, answer, async (tx, state, wire) => {
    if (state.version) {
      await mergeRemoteRecord(tx, state, wire, null)
      return
    }
    // Archived here again in the meantime.
    await closeAttempt(tx.trx, adapter.resource, local)
    await patchSyncRecord(tx.trx, adapter.resource, local, { base: JSON.stringify(wire) })
  })
}

async function takeWrite(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  answer: RecordReply,
  take: (tx: SyncTransaction, state: RecordSyncState, wire: WireRecord) => Promise<void>,
): Promise<PushOutcome> {
  if (answer.is !== 'record') return takeFailure(context, adapter, local, answer)
  context.recentlyWritten.add(`${adapter.path}/${answer.wire.id}`)
  await confirmRecords(context, adapter, [answer.wire])
  await commitSync(context, async (tx) => {
    const state = await readSyncState(tx.trx, adapter.resource, local)
    if (state) await take(tx, state, answer.wire)
  })
  context.counts.pushed++
  return 'end'
}

export async function applyDeleteReply(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  answer: ClientReply,
): Promise<PushOutcome> {
  if (answer.is !== 'applied' && answer.is !== 'gone') {
    return takeFailure(context, adapter, local, answer)
  }
  context.counts.pushed++
  return commitSync(context, async (tx) => {
    const state = await readSyncState(tx.trx, adapter.resource, local)
    if (!state) return 'end'
    if (state.deleted) {
      await confirmDeletion(tx, state)
      return 'end'
    }
    // Restored here in the meantime.
    if (!adapter.isArchivable) {
      await markForRecreation(tx, state)
      return 'again'
    }
    await closeAttempt(tx.trx, adapter.resource, local)
    const base = JSON.stringify({ ...state.base, deleted: true })
    await patchSyncRecord(tx.trx, adapter.resource, local, { base, dirty: 1 })
    return 'again'
  })
}

/** Handles a write that was not, or may not have been, carried out. */
async function takeFailure(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  answer: Exclude<ClientReply, { is: 'applied' }>,
): Promise<PushOutcome> {
  const { resource } = adapter
  switch (answer.is) {
    case 'stopped':
      // The journal keeps the request; the next start treats it as unknown.
      return answer
    case 'unknown':
      await commitSync(context, (tx) => takeUnknown(tx, adapter, local, answer))
      return answer
    case 'refused':
      return takeRefusal(context, adapter, local, answer)
    case 'gone':
      await commitSync(context, (tx) => closeAttempt(tx.trx, resource, local))
      return { is: 'missing' }
    case 'stale':
      await commitSync(context, (tx) => closeAttempt(tx.trx, resource, local))
      return 'again'
    case 'signed-out':
    case 'unreached':
    case 'retry':
      return takeUncarried(context, adapter, local, answer)
  }
}

/**
 * Handles a write that may have been carried out. A request with a key is repeated. If the service
 * has replied for a while, each time, that it could not carry it out, a probe decides instead:
 * similar records of the service are not pulled before the outcome is known, which must not take
 * forever. A probe must not decide when a reply was lost: the record may have been created and
 * deleted by now.
 */
async function takeUnknown(
  { trx, now }: SyncTransaction,
  { resource }: SyncAdapter,
  local: number,
  { lost }: Extract<SyncFailure, { is: 'unknown' }>,
): Promise<void> {
  const attempt = await readAttempt(trx, resource, local)
  if (!attempt || attempt.idempotencyKey === null) {
    return quarantineAttempt(trx, resource, local, now + quarantineLength)
  }
  const isFirst = attempt.until === null
  const answers = !lost && (isFirst || attempt.probes > 0) ? attempt.probes + 1 : 0
  if (answers > 0 && now - attempt.sentAt >= quarantineLength) {
    return clearIdempotencyKey(trx, attempt.id, now + quarantineLength)
  }
  return repeatAttempt(trx, attempt.id, now + retryPause, answers)
}

/**
 * Handles a request that was not carried out this time. A create that was sent before with the same
 * key may have been carried out then: its outcome is still unknown. So is that of one to which a
 * captive portal replied, which may have let it through; the same key makes the next try safe.
 */
async function takeUncarried(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  answer: Extract<SyncFailure, { is: 'signed-out' | 'unreached' | 'retry' }>,
): Promise<PushOutcome> {
  await commitSync(context, async (tx) => {
    const state = await readSyncState(tx.trx, adapter.resource, local)
    const open = state?.attempt
    if (open && open.until !== null) return
    if (open?.idempotencyKey && answer.is === 'retry' && answer.cause === 'portal') {
      return repeatAttempt(tx.trx, open.id, tx.now + retryPause, 0)
    }
    await closeAttempt(tx.trx, adapter.resource, local)
    tx.changedLocals[adapter.resource].add(local)
  })
  return answer
}

async function takeRefusal(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  answer: RefusedReply,
): Promise<PushOutcome> {
  const { resource } = adapter
  const forgotten = await commitSync(context, async (tx) => {
    const state = await readSyncState(tx.trx, resource, local)
    const attempt = state?.attempt
    // It was sent before with this key, and may have been carried out then: a probe decides.
    if (!attempt?.idempotencyKey || attempt.until === null) return false
    await clearIdempotencyKey(tx.trx, attempt.id, tx.now + quarantineLength)
    return true
  })
  if (forgotten) return 'end'
  if (isAboutName(adapter, answer)) {
    const ending = await adoptCategoryByName(context, adapter, local, answer)
    if (ending !== null) return ending
  }
  await commitSync(context, (tx) => parkRecord(tx, adapter, local, answer))
  return 'end'
}

/** A category's name is the only field that can conflict with another record. */
const isAboutName = (adapter: SyncAdapter, { status, fields }: RefusedReply): boolean =>
  adapter.resource === 'category' &&
  (status === 409 || 'name' in fields || (status === 422 && Object.keys(fields).length === 0))
