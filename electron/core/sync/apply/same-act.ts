/**
 * Recognizes by its uid what the same act created on another computer: it becomes the record of this
 * one, too (SYNC.md, One act on two computers).
 */
import type { TimeVersion } from '#shared/resources/time-version.ts'
import type { VersionFields } from '#shared/resources/version-fields.ts'
import { resolveCards } from '../../store/inbox/inbox.ts'
import { findByUid } from '../../store/sync/entry-uids.ts'
import {
  readSyncState,
  type RecordSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import type { EntryResource } from '../../store/tables/index.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { adoptRemoteRecord, applyCreated } from './apply-remote.ts'
import { displaceRecord, isPersons } from './displaced-records.ts'
import { readHalf } from '../inbox/split-halves.ts'
import type { SyncContext, SyncTransaction } from '../pass/sync-context.ts'

/**
 * Adopts the records that are the same as ones of this computer, which are unsent or were lost there.
 * Returns the others, which are new here.
 */
export async function adoptSameActs(
  { capabilities }: SyncContext,
  tx: SyncTransaction,
  { resource }: SyncAdapter,
  wires: readonly WireRecord[],
): Promise<readonly WireRecord[]> {
  if (!capabilities.has('uid')) return wires
  const uids = wires.flatMap(({ uid }) => uid ?? [])
  const known = await findByUid(tx.trx, resource, uids)
  if (known.size === 0) return wires
  const others: WireRecord[] = []
  for (const wire of wires) {
    const local = wire.uid === undefined ? undefined : known.get(wire.uid)
    const state = local === undefined ? undefined : await readUnlinked(tx, resource, local)
    if (state?.version) await adoptSameAct(tx, state, wire)
    else others.push(wire)
  }
  return others
}

/**
 * Returns an unsent record. If the service has its uid under another id, it was restored from a
 * backup and lost the record that it had; what it has now was sent again, by another computer.
 * Nothing is returned for what came from the service alone, or was sent without its uid.
 */
async function readUnlinked(
  tx: SyncTransaction,
  resource: EntryResource,
  local: number,
): Promise<RecordSyncState | undefined> {
  const state = await readSyncState(tx.trx, resource, local)
  if (!state || state.remote === null) return state
  if (state.base?.uid === undefined || !(await isPersons(tx, state))) return undefined
  await displaceRecord(tx, state, 'lost')
  return readSyncState(tx.trx, resource, local)
}

/**
 * Adopts a record that the same act created, here by a request whose reply was lost, or on another
 * computer. Where the two differ then, the person decides. The second half of a split goes with the
 * first, about which the person has decided already, in its length and in what the first is not any
 * more.
 */
export async function adoptSameAct(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<void> {
  const adapter = syncAdapters[state.resource]
  // It is known now which record it is.
  await resolveCards(tx.trx, state.resource, state.local, tx.now, 'twin')
  const sent = state.attempt?.sent
  if (sent && adapter.same(sent, adapter.versionOf(wire))) return applyCreated(tx, state, wire)
  const half = state.resource === 'time' ? await readHalf(tx, state.local) : undefined
  const isAsSplit = half && !half.isEdited
  const first = isAsSplit ? await readSyncState(tx.trx, 'time', half.first_id) : undefined
  await adoptRemoteRecord(tx, state, wire, first ? beforeSplit(state, first, wire) : {})
}

/**
 * The version to assume before both computers split: the half there as long as here, and what the
 * first half was then. What the first half still is may have been changed here before.
 */
function beforeSplit(state: RecordSyncState, first: RecordSyncState, wire: WireRecord): object {
  const { date, start, quantity, increment } = syncAdapters.time.versionOf(wire) as TimeVersion
  const isPast = ([field, value]: [string, unknown]) =>
    (first.version as VersionFields | null)?.[field] !== value
  const past = Object.entries(state.version!).filter(isPast)
  return { ...Object.fromEntries(past), date, start, quantity, increment }
}
