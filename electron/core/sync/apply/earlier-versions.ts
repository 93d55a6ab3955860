/**
 * The service shows an earlier version of a record than it has acknowledged: it was restored from a
 * backup, or what answers is a copy of it that lags behind. `updated_at` never goes back otherwise.
 */
import { fromTimestamp } from '#shared/rules/calendar.ts'
import { wasEverChangedHere } from '../../store/history/change-history.ts'
import { asksAboutDeletion } from '../../store/inbox/inbox.ts'
import { isWithinLost } from '../../store/sync/record-identity.ts'
import type { RecordSyncState, WireRecord } from '../../store/sync/record-sync-state.ts'
import { askAboutEarlierVersion } from './apply-remote.ts'
import type { SyncContext, SyncTransaction } from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'

/** Milliseconds after which a copy that lags behind shows what the service has acknowledged. */
const longestLag = 60_000

/**
 * Holds an earlier version back until it is certain that the service has no later one. Then a card
 * asks where the person has changed the record; what only came from the service is applied.
 * @returns `not`: it is to be applied like any other version
 */
export async function takeEarlierVersion(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<'not' | 'held-back' | 'asked'> {
  if (!isEarlier(tx, adapter, state, wire)) return 'not'
  if (!isCertain(context, state)) return 'held-back'
  const { resource, local, dirty } = state
  if (!dirty && !(await wasEverChangedHere(tx.trx, resource, local))) return 'not'
  // It came back from the service only for this question.
  if (await asksAboutDeletion(tx.trx, resource, local)) return 'not'
  await askAboutEarlierVersion(tx, state, wire)
  return 'asked'
}

const isEarlier = (
  { dates }: SyncTransaction,
  adapter: SyncAdapter,
  { base, version }: RecordSyncState,
  wire: WireRecord,
): boolean =>
  base !== null &&
  version !== null &&
  base.deleted !== true &&
  // Where dates were rewritten, these were, too.
  dates === 'exact' &&
  fromTimestamp(wire.updated_at) < fromTimestamp(base.updated_at) &&
  !adapter.same(adapter.versionOf(base), adapter.versionOf(wire))

/** The service says that it was set back, or acknowledged the later version a while ago. */
function isCertain({ clock, lost }: SyncContext, { base, seenAt }: RecordSyncState): boolean {
  const age = clock.now() - (seenAt ?? 0)
  // Seen in the future, if the clock was set back since.
  return age < 0 || age >= longestLag || isWithinLost(base!.updated_at, lost())
}
