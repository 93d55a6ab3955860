/**
 * Applies known deletions of the service as soon as nothing delays them any more: a change was
 * reverted, a card was answered, a consent was given, or a URL can be requested again.
 *
 * A limit: on a service that gives ids again, a page of the feed may end between the deletion of an
 * earlier record and the new one with its id. If sync ends there, too, a new record that was
 * already here and has no unsent change is removed, and the next page brings it back without its history.
 */
import {
  countRecordsBetween,
  readFreeTombstones,
  type RemoteTombstone,
} from '../../store/sync/remote-tombstones.ts'
import { readMappedByRemote } from '../../store/sync/mapped-records.ts'
import {
  consentLifetime,
  readConsentedRemovals,
  removalsAnswered,
} from '../../store/inbox/removal-consent.ts'
import { commitSync, type SyncContext, type SyncFailure } from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { applyRemoteDeletion } from './apply-pulled.ts'
import { requireRemovalConsent, isHeldBack, settleMissingRecords } from './missing-records.ts'

/** Applies known deletions, and requests the records that a list or a first copy lacks. */
export async function settleTombstones(context: SyncContext): Promise<SyncFailure | null> {
  const { db, clock } = context
  const tombstones = await readFreeTombstones(db)
  const since = clock.now() - consentLifetime
  const answered = await removalsAnswered(db, since)
  for (const adapter of Object.values(syncAdapters)) {
    const ofKind = tombstones.filter(({ resource }) => resource === adapter.resource)
    const reported = ofKind.filter((record) => record.is === 'reported')
    const unsure = ofKind.filter((record) => record.is === 'unsure')
    if (reported.length > 0) await settleReported(context, adapter, reported)
    const failure =
      (unsure.length > 0 ? await settleUnsure(context, adapter, unsure) : null) ??
      (answered.has(adapter.resource) ? await settleAgreed(context, adapter, since) : null)
    if (failure) return failure
  }
  return null
}

async function settleReported(
  context: SyncContext,
  adapter: SyncAdapter,
  tombstones: readonly RemoteTombstone[],
): Promise<void> {
  const of = await countRecordsBetween(
    context.db,
    adapter.resource,
    context.organisation,
    daysOf(tombstones),
  )
  const removable = await requireRemovalConsent(context, adapter, tombstones, of)
  await context.applyBatcher.each(removable, (piece) =>
    commitSync(context, async (tx) => {
      for (const { local, remote } of piece) {
        if (await isHeldBack(tx, adapter, remote)) continue
        await applyRemoteDeletion(context, tx, adapter, local)
      }
    }),
  )
}

/**
 * Removes records that a first copy of the feed left out, once their own URLs report them missing
 * too. Those that the person wants to keep are created again.
 */
async function settleUnsure(
  context: SyncContext,
  adapter: SyncAdapter,
  unsure: readonly RemoteTombstone[],
): Promise<SyncFailure | null> {
  const of = await countRecordsBetween(context.db, adapter.resource, context.organisation, null)
  const removable = await requireRemovalConsent(context, adapter, unsure, of)
  return settleMissingRecords(context, adapter, removable)
}

/**
 * Returns the days between the first and the last of them: the range that a list would have shown.
 */
function daysOf(tombstones: readonly RemoteTombstone[]): { from: string; to: string } | null {
  const dates = tombstones.flatMap(({ date }) => date ?? []).toSorted()
  const [from, to] = [dates[0], dates.at(-1)]
  return from !== undefined && to !== undefined ? { from, to } : null
}

/**
 * A record that complete lists lack is removed after consent and a 404 for its own URL. It does not
 * wait for the next list, which is read only once a week where there is a feed.
 */
async function settleAgreed(
  context: SyncContext,
  adapter: SyncAdapter,
  since: number,
): Promise<SyncFailure | null> {
  const agreed = await readConsentedRemovals(context.db, adapter.resource, since)
  if (agreed.size === 0) return null
  return settleMissingRecords(
    context,
    adapter,
    await readMappedByRemote(context.db, adapter.resource, agreed),
  )
}
