/**
 * Sends unsent changes. For each record: decides and journals in one transaction, sends the request
 * outside of any, applies the reply in another. A kill between two steps leaves a journal from
 * which the next start continues (push-steps.ts decides; push-replies.ts handles replies;
 * apply-remote.ts writes).
 */
import { readUnsentRecords, type UnsentRecord } from '../../store/sync/send-queue.ts'
import {
  commitSync,
  isRecordFailure,
  type SyncContext,
  type SyncFailure,
} from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { confirmService } from '../apply/confirm-records.ts'
import { readSyncPaused } from '../pass/pause-setting.ts'
import { probeCreate } from './probe-create.ts'
import {
  applyDeleteReply,
  applyReadReply,
  applyCreateReply,
  applyUpdateReply,
  applyRestoreReply,
} from './push-replies.ts'
import { preparePushStep, type PushStep } from './push-steps.ts'
import {
  postRecord,
  requestDeletion,
  fetchRecord,
  requestRestore as restoreOnService,
  putRecord,
} from '../pass/record-requests.ts'
import type { ObservedRecord, PushOutcome } from './push-outcome.ts'

/**
 * After this many consecutive records without a usable reply the service has a problem, not the
 * record.
 */
const strikesAllowed = 3

/**
 * This many creates may be under way at once, where each can be repeated without a second record. It
 * saves the time that requests travel.
 */
const createsAtOnce = 4

/**
 * Sends what is unsent, in the order of the person's changes, once the service has shown that it is
 * the known one; some creates in a row side by side. Records that got no usable reply before are
 * sent last, because a few of them would hold up everything behind them. Returns the failure that
 * ended it, or the last one that did not, or null. A record that the service refuses, or that alone
 * cannot be sent, does not stop the others.
 */
export async function pushRecords(context: SyncContext): Promise<SyncFailure | null> {
  const { stuck } = context
  const unsent = stuckLast(await readUnsentRecords(context.db), stuck)
  let passed: SyncFailure | null = null
  let strikes = 0
  const of = unsent.filter(({ isUnblocked }) => isUnblocked).length
  const unconfirmed = of > 0 ? await confirmService(context) : null
  if (unconfirmed) return unconfirmed
  let finished = 0
  for (const group of groupsOf(context, unsent)) {
    // Paused during an automatic pass: nothing that is edited from then on may leave.
    if (!context.onRequest && (await readSyncPaused(context.db))) return passed
    const sent = await Promise.all(
      group.map(async (record) => {
        const adapter = syncAdapters[record.resource]
        const failure = await pushRecord(context, adapter, record.local, () =>
          context.showPhase({ is: 'sending', done: finished, of }),
        )
        if (record.isUnblocked) finished++
        return { record, failure }
      }),
    )
    for (const { record, failure } of sent) {
      if (!failure || isRecordFailure(failure)) stuck.delete(nameOf(record))
      if (failure && isRecordFailure(failure)) stuck.add(nameOf(record))
    }
    for (const { failure } of sent) {
      if (failure && !isRecordFailure(failure)) return failure
      strikes = failure ? strikes + 1 : 0
      if (strikes >= strikesAllowed) return failure
      passed = failure ?? passed
    }
  }
  return passed
}

/** Yields the records that are sent side by side, in their order. */
function* groupsOf(
  { capabilities, stuck }: SyncContext,
  unsent: readonly UnsentRecord[],
): Generator<UnsentRecord[]> {
  const isRepeatable = ({ hasUid }: UnsentRecord) =>
    capabilities.has('idempotency') || (hasUid && capabilities.has('uid'))
  let group: UnsentRecord[] = []
  for (const record of unsent) {
    const isAlone = record.isAlone && isRepeatable(record) && !stuck.has(nameOf(record))
    if (group.length === createsAtOnce || (group.length > 0 && !isAlone)) {
      yield group
      group = []
    }
    if (isAlone) group.push(record)
    else yield [record]
  }
  if (group.length > 0) yield group
}

const nameOf = ({ resource, local }: UnsentRecord): string => `${resource} ${local}`

/** Sorts stuck records last, those that got stuck longest ago first, so that each is tried. */
function stuckLast(unsent: UnsentRecord[], stuck: ReadonlySet<string>): UnsentRecord[] {
  if (stuck.size === 0) return unsent
  const positions = new Map([...stuck].map((name, index) => [name, index]))
  const positionOf = (record: UnsentRecord) => positions.get(nameOf(record)) ?? -1
  return unsent.toSorted((one, other) => positionOf(one) - positionOf(other))
}

/**
 * Maximum number of steps for one record; if it is not settled then, it waits for the next pass.
 */
const stepsAllowed = 8

async function pushRecord(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  sending: () => Promise<void>,
): Promise<SyncFailure | null> {
  let observation: ObservedRecord = { is: 'unread' }
  const sentBefore = new Set<number>()
  for (let steps = 0; steps < stepsAllowed; steps++) {
    const step = await commitSync(context, (tx) =>
      preparePushStep(context, tx, adapter, local, observation),
    )
    observation = { is: 'unread' }
    if (step.do === 'other') {
      // Its change did not free what this one waits for: it has to wait longer.
      if (sentBefore.has(step.local)) return null
      sentBefore.add(step.local)
      const failure = await pushRecord(context, adapter, step.local, sending)
      if (failure) return failure
      continue
    }
    const outcome = await perform(context, adapter, local, step, sending)
    if (outcome === 'end' && !(step.do === 'update' && step.again)) return null
    if (outcome === 'end' || outcome === 'again') continue
    if (outcome.is === 'present' || outcome.is === 'missing') observation = outcome
    else return outcome
  }
  return null
}

async function perform(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  step: Exclude<PushStep, { do: 'other' }>,
  sending: () => Promise<void>,
): Promise<PushOutcome> {
  switch (step.do) {
    case 'end':
    case 'again':
      return step.do
    case 'read':
      return applyReadReply(
        context,
        adapter,
        local,
        await fetchRecord(context, adapter, step.remote),
      )
    case 'create':
      await sending()
      return applyCreateReply(
        context,
        adapter,
        local,
        step.uid,
        await postRecord(context, adapter, step.version, step),
      )
    case 'update': {
      await sending()
      const { remote, body, etag } = step
      return applyUpdateReply(
        context,
        adapter,
        local,
        await putRecord(context, adapter, remote, body, etag),
      )
    }
    case 'delete': {
      await sending()
      const { remote, etag } = step
      return applyDeleteReply(
        context,
        adapter,
        local,
        await requestDeletion(context, adapter, remote, etag),
      )
    }
    case 'restore':
      await sending()
      return applyRestoreReply(
        context,
        adapter,
        local,
        await restoreOnService(context, adapter, step.remote),
      )
    case 'probe':
      return probeCreate(context, adapter, step.attempt)
  }
}
