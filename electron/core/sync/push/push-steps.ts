/**
 * Prepares the next step of one record: decides (plan.ts) and journals it in one transaction,
 * before a byte is sent.
 */
import {
  findAttemptByKey,
  closeAttempt,
  clearIdempotencyKey,
  openAttempt,
  type Attempt,
} from '../../store/sync/attempts.ts'
import { readUid } from '../../store/sync/entry-uids.ts'
import { wasEditedAfterRemoval } from '../../store/inbox/inbox.ts'
import { isLost } from '../../store/sync/record-identity.ts'
import {
  deleteSyncRecord,
  patchSyncRecord,
  readSyncState,
  type RecordSyncState,
} from '../../store/sync/record-sync-state.ts'
import { mergeRemoteRecord, toSituation } from '../apply/apply-remote.ts'
import {
  raiseDeletedCard,
  confirmDeletion,
  markForRecreation,
  reviveDeletedRecord,
  reviveOrRecreate,
} from '../apply/apply-deletions.ts'
import { applyPulledRecord, readOpenSends } from '../apply/apply-pulled.ts'
import { displaceRecord, isAnotherRecord } from '../apply/displaced-records.ts'
import { waitsForUnit } from '../inbox/changed-unit.ts'
import type { SyncContext, SyncTransaction } from '../pass/sync-context.ts'
import { takeEarlierVersion } from '../apply/earlier-versions.ts'
import { findLongerHalf } from '../inbox/split-halves.ts'
import { checkName } from './category-names.ts'
import { takeForSent } from './copied-creates.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { isQuarantineOver, planSync } from '../decide/plan.ts'
import { quarantineLength } from '../decide/sync-timings.ts'
import type { ObservedRecord } from './push-outcome.ts'

/** The next step outside of a transaction. */
export type PushStep =
  | { do: 'end' }
  /** Plan again: the state of the record has changed. */
  | { do: 'again' }
  /** Send another record of the resource, then plan again. */
  | { do: 'other'; local: number }
  | { do: 'read'; remote: number }
  | { do: 'create'; version: object; key: string | null; uid: string | undefined; again: boolean }
  /** `again`: more of the record is to be sent then. */
  | { do: 'update'; remote: number; body: object; etag: string | null; again: boolean }
  | { do: 'delete'; remote: number; etag: string | null }
  | { do: 'restore'; remote: number }
  | { do: 'probe'; attempt: Attempt }

/**
 * Decides, writes what can be written at once, and journals the request that is about to be sent.
 */
export async function preparePushStep(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  local: number,
  observation: ObservedRecord,
): Promise<PushStep> {
  const { trx, now } = tx
  const { resource } = adapter
  const state = await readSyncState(trx, resource, local)
  if (!state) return { do: 'end' }
  if (observation.is === 'present' && isAnotherRecord(tx, state, observation.wire)) {
    const sendings = await readOpenSends(tx, adapter)
    await applyPulledRecord(context, tx, adapter, observation.wire, sendings, false)
    return { do: 'end' }
  }
  const remote =
    observation.is === 'present'
      ? ({ is: 'present', version: adapter.versionOf(observation.wire) } as const)
      : observation
  const action = planSync(adapter, toSituation(state, remote, now, context.onRequest))
  switch (action.do) {
    case 'nothing':
      await patchSyncRecord(trx, resource, local, {
        dirty: 0,
        deleted: 0,
        held_until: null,
        copied_at: null,
      })
      return { do: 'end' }
    case 'hold':
    case 'wait':
      return { do: 'end' }
    case 'forget':
      await deleteSyncRecord(trx, resource, local)
      return { do: 'end' }
    case 'create':
      return prepareCreate(context, tx, adapter, state)
    case 'retry':
      return prepareRepeat(context, tx, state)
    case 'probe':
      return { do: 'probe', attempt: state.attempt! }
    case 'read':
      return { do: 'read', remote: state.remote! }
    case 'merge': {
      const there = observation as Extract<ObservedRecord, { is: 'present' }>
      const earlier = await takeEarlierVersion(context, tx, adapter, state, there.wire)
      if (earlier !== 'not') return { do: 'end' }
      if (action.sent) context.counts.pushed++
      return prepareUpdate(context, tx, adapter, state, there, action.sent)
    }
    case 'delete': {
      const { etag } = observation as Extract<ObservedRecord, { is: 'present' }>
      const attempt = { resource, local, key: null, body: {}, sent: null, at: now }
      await openAttempt(trx, { ...attempt, kind: 'delete' })
      return { do: 'delete', remote: state.remote!, etag }
    }
    case 'deleted':
      if (state.attempt?.kind === 'delete') context.counts.pushed++
      await confirmDeletion(tx, state)
      return { do: 'end' }
    case 'restore':
    case 'reappear':
      await reviveDeletedRecord(
        tx,
        state,
        (observation as Extract<ObservedRecord, { is: 'present' }>).wire,
        action.do === 'restore',
      )
      context.counts.pulled++
      return { do: 'end' }
    case 'revive':
      return prepareRevival(context, tx, state)
    case 'recreate':
      await reviveOrRecreate(tx, adapter, state)
      return { do: 'again' }
    case 'drop':
      return prepareMissing(tx, state)
    case 'ask':
      // What the person answered in the original, before it was copied, may have been carried out
      // already.
      if (
        state.copiedAt === null &&
        (await wasEditedAfterRemoval(trx, resource, local, state.remote!))
      ) {
        await reviveOrRecreate(tx, adapter, state)
        return { do: 'again' }
      }
      if (isLost(state.base, context.lost())) await displaceRecord(tx, state, 'lost')
      else await raiseDeletedCard(tx, state)
      return { do: 'end' }
  }
}

async function prepareCreate(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  state: RecordSyncState,
): Promise<PushStep> {
  const { local, copiedAt } = state
  const sent = state.version!
  if (copiedAt !== null) {
    await takeForSent(tx.trx, adapter, { local, version: sent, copiedAt }, tx.now)
    return { do: 'again' }
  }
  if (await waitsForUnit(tx, state, sent, sent)) return { do: 'end' }
  const first = await findLongerHalf(tx, state)
  if (first !== undefined) return { do: 'other', local: first }
  const natural = adapter.naturalKey(sent)
  // Two creates with one natural key cannot be told apart: this one waits until the outcome of the
  // other is known.
  if (await findAttemptByKey(tx.trx, adapter.resource, natural)) return { do: 'end' }
  const name = await checkName(context, tx, state)
  if (name.is === 'taken') return { do: 'other', local: name.local }
  const uid = await uidOf(context, tx, state)
  const canRepeat = uid !== undefined || context.capabilities.has('idempotency')
  const key = canRepeat ? context.random.token(24) : null
  await openAttempt(tx.trx, {
    resource: adapter.resource,
    local,
    kind: 'create',
    key: natural,
    body: sent,
    sent,
    at: tx.now,
    idempotencyKey: key,
  })
  tx.changedLocals[adapter.resource].add(local)
  return { do: 'create', version: sent, key, uid, again: false }
}

const uidOf = async (
  { capabilities }: SyncContext,
  { trx }: SyncTransaction,
  { resource, local }: RecordSyncState,
): Promise<string | undefined> =>
  capabilities.has('uid') ? readUid(trx, resource, local) : undefined

/**
 * Repeats a create with its uid or its key. Services store keys for a day; after that a probe
 * decides, once no request can be carried out any more.
 */
async function prepareRepeat(
  context: SyncContext,
  tx: SyncTransaction,
  state: RecordSyncState,
): Promise<PushStep> {
  const attempt = state.attempt!
  const key = attempt.idempotencyKey
  const uid = await uidOf(context, tx, state)
  const remembered = tx.now - attempt.sentAt < keyRemembered
  const isKeyKnown = remembered && context.capabilities.has('idempotency')
  if (key !== null && (uid !== undefined || isKeyKnown)) {
    return { do: 'create', version: attempt.body, key, uid, again: true }
  }
  await clearIdempotencyKey(tx.trx, attempt.id, tx.now + quarantineLength)
  return { do: 'end' }
}

/** Milliseconds: an hour less than a service stores keys. */
const keyRemembered = 23 * 60 * 60_000

async function prepareUpdate(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  state: RecordSyncState,
  { wire, etag }: Extract<ObservedRecord, { is: 'present' }>,
  arrived: object | null,
): Promise<PushStep> {
  const { send, version } = await mergeRemoteRecord(tx, state, wire, arrived)
  if (await waitsForUnit(tx, state, send, version)) return { do: 'end' }
  if (Object.keys(send).length === 0 || !adapter.isSendable(version)) return { do: 'end' }
  const first = await findLongerHalf(tx, state)
  if (first !== undefined) return { do: 'other', local: first }
  const name = await checkName(context, tx, { ...state, version, base: wire })
  if (name.is === 'taken') return { do: 'other', local: name.local }
  const again = name.is === 'exchanged'
  const body = again ? { name: name.name } : send
  await openAttempt(tx.trx, {
    resource: adapter.resource,
    local: state.local,
    kind: 'update',
    key: null,
    body,
    sent: { ...version, ...body },
    at: tx.now,
  })
  return { do: 'update', remote: state.remote!, body: adapter.updateBody(body, wire), etag, again }
}

/**
 * Handles a record that is missing at its own URL and has nothing to send (any more). A 404 alone
 * is no proof, so the record stays until a complete window, or the feed, reports the deletion too.
 */
async function prepareMissing(tx: SyncTransaction, state: RecordSyncState): Promise<PushStep> {
  const { resource, local, attempt, dirty } = state
  // If the 404 is wrong, an update of ours that is still under way is not a change by the service.
  if (attempt && !isQuarantineOver(attempt, tx.now)) return { do: 'end' }
  await closeAttempt(tx.trx, resource, local)
  // The service's version that an edit kept from being applied is deleted as well.
  if (dirty) await patchSyncRecord(tx.trx, resource, local, { dirty: 0, remote: null })
  return { do: 'again' }
}

/** Where the service cannot restore from its archive, the record is created again. */
async function prepareRevival(
  context: SyncContext,
  tx: SyncTransaction,
  state: RecordSyncState,
): Promise<PushStep> {
  const { resource, local } = state
  if (!context.capabilities.has('restore')) {
    await markForRecreation(tx, state)
    return { do: 'again' }
  }
  const attempt = { resource, local, key: null, body: {}, sent: null, at: tx.now }
  await openAttempt(tx.trx, { ...attempt, kind: 'restore' })
  return { do: 'restore', remote: state.remote! }
}
