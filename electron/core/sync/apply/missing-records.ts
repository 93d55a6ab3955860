/**
 * Handles records that a complete window lacks: each is requested by its id, and removed only when
 * the service reports it missing there too. Many removals at once need the person's consent.
 */
import {
  consentLifetime,
  removalsAllowed,
  readConsentedRemovals,
  raiseRemovalCard,
  readOpenRemovalCard,
  countRemovedSince,
} from '../../store/inbox/removal-consent.ts'
import { isLost, isProbablyLost } from '../../store/sync/record-identity.ts'
import { readSyncState } from '../../store/sync/record-sync-state.ts'
import { readRestorableRemotes } from '../../store/sync/remote-tombstones.ts'
import {
  lastMappedLocalId,
  readMappedBetween,
  type MappedRecord,
} from '../../store/sync/mapped-records.ts'
import {
  commitSync,
  isRecordFailure,
  toSyncFailure,
  type SyncContext,
  type SyncFailure,
  type SyncTransaction,
} from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { toSituation } from './apply-remote.ts'
import { displaceRecord } from './displaced-records.ts'
import { planSync } from '../decide/plan.ts'
import { recentRemovalWindow } from '../pass/recent-removals.ts'
import { applyRemoteDeletion, applyPulledRecord, readOpenSends } from './apply-pulled.ts'
import { confirmRecords, confirmService } from './confirm-records.ts'
import { fetchRecord } from '../pass/record-requests.ts'

/** Removals of no more than this share of a window need no consent, however many they are. */
const shareAllowed = 0.1
/**
 * Returns the records that a window should have contained when it was requested and read between
 * two moments. A record that was seen later than that was seen before the clock was set back.
 */
export const filterMissing = (
  mapped: readonly MappedRecord[],
  shown: ReadonlySet<number>,
  { startedAt, now }: { startedAt: number; now: number },
): MappedRecord[] =>
  mapped.filter(
    ({ remote, seenAt }) =>
      !shown.has(remote) && (seenAt === null || seenAt <= startedAt || seenAt > now),
  )

/** Maximum number of records that are read at once: a few milliseconds of work. */
const slice = 2_000

/**
 * Returns the records that a complete window should have contained and did not, and how many it
 * should have contained.
 */
export async function findMissingBetween(
  context: SyncContext,
  adapter: SyncAdapter,
  days: { from: string | null; to: string | null },
  shown: ReadonlySet<number>,
  startedAt: number,
): Promise<{ of: number; missing: MappedRecord[] }> {
  const resource = adapter.resource as 'time' | 'expense'
  const missing: MappedRecord[] = []
  const last = await lastMappedLocalId(context.db, resource)
  let of = 0
  for (let after = 0; after < last; after += slice) {
    const part = { after, upTo: after + slice }
    const mapped = await readMappedBetween(context.db, resource, context.organisation, days, part)
    of += mapped.length
    const now = context.clock.now()
    for (const one of filterMissing(mapped, shown, { startedAt, now })) missing.push(one)
    if (after + slice < last) await context.clock.sleep(0)
  }
  return { of, missing }
}

/**
 * Returns the missing records that may be removed now. When they are many, counting recent
 * removals, it raises a card that asks for consent, and returns only those that the person has
 * decided about. The others stay until the person consents, regardless of which window lacks them
 * next, and even when the feed reports them deleted. Records that the person wants to keep are not
 * asked about again: they are created again once their own URLs report them missing.
 * @param of how many records the window should have contained; for the feed, how many are around
 *   those dates
 */
export async function requireRemovalConsent(
  context: SyncContext,
  adapter: SyncAdapter,
  missing: readonly MappedRecord[],
  of: number,
): Promise<MappedRecord[]> {
  return commitSync(context, async (tx) => {
    const { trx, now } = tx
    const agreed = await readConsentedRemovals(trx, adapter.resource, now - consentLifetime)
    const open = await readOpenRemovalCard(trx, adapter.resource)
    const restorable = await readRestorableRemotes(trx, adapter.resource)
    const isDecided = (remote: number) => agreed.has(remote) || restorable.has(remote)
    const undecided = missing.filter(({ remote }) => !isDecided(remote))
    // The clock may have been set in between: this process times its own removals by another one.
    const span = {
      since: now - recentRemovalWindow,
      now,
      own: context.recentRemovals.localsOf(adapter.resource),
    }
    const removedRecently = await countRemovedSince(trx, adapter.resource, span, agreed)
    const many =
      undecided.length > 0 &&
      undecided.length + removedRecently > removalsAllowed &&
      undecided.length + removedRecently > (of + removedRecently) * shareAllowed
    const waiting = new Set(open?.remotes)
    if (!many && !undecided.some(({ remote }) => waiting.has(remote))) return [...missing]
    const remotes = [...new Set([...waiting, ...undecided.map(({ remote }) => remote)])]
    const ascending = remotes.toSorted((one, other) => one - other)
    await raiseRemovalCard(trx, adapter.resource, { remotes: ascending, of }, now)
    tx.inboxChanged = true
    if (!open) {
      context.log.warn(
        'many records are missing at once, so they are kept until someone confirms',
        {
          resource: adapter.resource,
          missing: missing.length,
          of,
        },
      )
    }
    return missing.filter(({ remote }) => isDecided(remote))
  })
}

/** Withdraws the request for consent for records that turned up again or are removed by now. */
export async function withdrawConsentRequests(
  context: SyncContext,
  adapter: SyncAdapter,
  settled: ReadonlySet<number>,
): Promise<void> {
  const open = await readOpenRemovalCard(context.db, adapter.resource)
  if (!open?.remotes.some((remote) => settled.has(remote))) return
  await commitSync(context, async (tx) => {
    const { trx, now } = tx
    tx.inboxChanged = true
    const remotes = open.remotes.filter((remote) => !settled.has(remote))
    await raiseRemovalCard(
      trx,
      adapter.resource,
      remotes.length > 0 ? { ...open, remotes } : null,
      now,
    )
  })
}

/** Returns true when the person has been asked about all of them already, or none are missing. */
export async function allWait(
  { db, clock }: SyncContext,
  { resource }: SyncAdapter,
  missing: readonly MappedRecord[],
): Promise<boolean> {
  if (missing.length === 0) return true
  const open = new Set((await readOpenRemovalCard(db, resource))?.remotes)
  const agreed = await readConsentedRemovals(db, resource, clock.now() - consentLifetime)
  const restorable = await readRestorableRemotes(db, resource)
  return missing.every(
    ({ remote }) => open.has(remote) && !agreed.has(remote) && !restorable.has(remote),
  )
}

/**
 * Returns true while the person is asked about its removal: a consent can be undone at any moment.
 */
export async function isHeldBack(
  { trx, now }: SyncTransaction,
  adapter: SyncAdapter,
  remote: number,
): Promise<boolean> {
  const open = await readOpenRemovalCard(trx, adapter.resource)
  if (!open?.remotes.includes(remote)) return false
  return !(await readConsentedRemovals(trx, adapter.resource, now - consentLifetime)).has(remote)
}

/**
 * Keeps a record that was not deleted: the service was set back to before it was created. Returns
 * false for others, and where the person has agreed to its removal or wants it created again.
 */
async function keepLost(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  local: number,
): Promise<boolean> {
  const state = await readSyncState(tx.trx, adapter.resource, local)
  if (!state?.base) return false
  const isCertain = isLost(state.base, context.lost())
  if (!isCertain && !(await isProbablyLost(tx.trx, state.base))) return false
  const action = planSync(adapter, toSituation(state, { is: 'missing' }, tx.now)).do
  if (action !== 'drop' && action !== 'ask') return false
  const agreed = await readConsentedRemovals(tx.trx, adapter.resource, tx.now - consentLifetime)
  if (agreed.has(state.remote!)) return false
  await displaceRecord(tx, state, isCertain ? 'lost' : 'missing')
  return true
}

/**
 * Requests each record by its id: applies it where it exists; where it does not, removes it, or
 * creates it again if the person wants to keep it.
 */
export async function settleMissingRecords(
  context: SyncContext,
  adapter: SyncAdapter,
  missing: readonly MappedRecord[],
): Promise<SyncFailure | null> {
  const unconfirmed = missing.length > 0 ? await confirmService(context) : null
  if (unconfirmed) return unconfirmed
  for (const { local, remote } of missing) {
    const answer = await fetchRecord(context, adapter, remote)
    switch (answer.is) {
      case 'record':
        await confirmRecords(context, adapter, [answer.wire])
        await commitSync(context, async (tx) => {
          const sendings = await readOpenSends(tx, adapter)
          await applyPulledRecord(context, tx, adapter, answer.wire, sendings, false)
        })
        break
      case 'gone':
        await commitSync(context, async (tx) => {
          if (await isHeldBack(tx, adapter, remote)) return
          if (await keepLost(context, tx, adapter, local)) return
          await applyRemoteDeletion(context, tx, adapter, local)
        })
        break
      case 'refused':
      case 'stale':
        // Neither present nor missing: the record stays.
        break
      default: {
        const failure = toSyncFailure(answer)
        if (!isRecordFailure(failure)) return failure
      }
    }
  }
  return null
}
