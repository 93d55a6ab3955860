/**
 * Holds the halves of a split together. On the service, a split is two changes: the entry becomes
 * shorter, and a new one follows. Its minutes would count twice where the second came without the
 * first, so the second half waits for it, and an answer that takes the shortening back takes the
 * second half back, too.
 */
import type { TimeVersion } from '#shared/resources/time-version.ts'
import { readSyncState, type RecordSyncState } from '../../store/sync/record-sync-state.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { discardLocally, revertToBase } from './card-resolutions.ts'
import type { SyncTransaction } from '../records/sync-transaction.ts'

/**
 * Returns the local id of the first half where this record is the second one of a split and the
 * service has not confirmed yet that the first one is shorter. A second half that the service has
 * already waits only while it is as the split left it.
 */
export async function findLongerHalf(
  tx: SyncTransaction,
  state: RecordSyncState,
): Promise<number | undefined> {
  if (state.resource !== 'time') return undefined
  const half = await readHalf(tx, state.local)
  if (!half || (state.remote !== null && half.isEdited)) return undefined
  const first = await readSyncState(tx.trx, 'time', half.first_id)
  return first && isLongerThere(first) ? first.local : undefined
}

/** Returns what is known of a second half: the first one, and whether it was edited since. */
export async function readHalf(
  { trx }: SyncTransaction,
  local: number,
): Promise<{ first_id: number; isEdited: boolean } | undefined> {
  const half = await trx
    .selectFrom('split_half as h')
    .innerJoin('sync_record as r', 'r.local_id', 'h.local_id')
    .select(['h.first_id', 'h.change_id', 'r.sequence'])
    .where('r.resource', '=', 'time')
    .where('h.local_id', '=', local)
    .executeTakeFirst()
  return half && { first_id: half.first_id, isEdited: half.sequence !== half.change_id }
}

/** True where the service has another length of the entry than it has here. */
function isLongerThere({ remote, base, version }: RecordSyncState): boolean {
  if (remote === null || base === null || version === null) return false
  const there = syncAdapters.time.versionOf(base) as TimeVersion
  return there.quantity !== (version as TimeVersion).quantity
}

/**
 * Takes the second halves of an entry back, because it has the length again that the service has, or
 * is discarded: unsent ones are moved to the trash, and one that the service has from another
 * computer is as it is there. One that was edited since the split stays. Returns how many there were.
 * @param before the entry before that
 */
export async function dropHalves(
  tx: SyncTransaction,
  before: RecordSyncState,
  change: number,
): Promise<number> {
  if (before.resource !== 'time' || !isLongerThere(before)) return 0
  const halves = await tx.trx
    .selectFrom('split_half as h')
    .innerJoin('sync_record as r', 'r.local_id', 'h.local_id')
    .select('h.local_id')
    .where('r.resource', '=', 'time')
    .where('h.first_id', '=', before.local)
    .where('r.dirty', '=', 1)
    .whereRef('r.sequence', '=', 'h.change_id')
    .execute()
  for (const { local_id } of halves) {
    const half = await readSyncState(tx.trx, 'time', local_id)
    if (half?.remote === null) await discardLocally(tx, half, change)
    else if (half) await revertToBase(tx, half)
  }
  return halves.length
}
