/**
 * Numbers whose unit is no longer the one that the person saw who typed them: increments of another
 * length, or another currency (SYNC.md, Units).
 */
import { hasSameFields } from '#shared/rules/three-way.ts'
import {
  endUnitWait,
  raiseCard,
  readUnitCard,
  resolveCards,
  type CountedNumber,
} from '../../store/inbox/inbox.ts'
import {
  patchSyncRecord,
  type RecordSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import type { SyncTransaction } from '../records/sync-transaction.ts'

interface Duration {
  quantity: number
  increment: number
}

/** Says what became of a number of increments that does not make the same minutes any more. */
export function recountSummary(title: string, from: Duration, to: Duration): string {
  const [before, now] = [from, to].map(({ quantity, increment }) => ({
    minutes: quantity * increment,
    count: `${quantity} × ${increment}`,
  }))
  return `Counted ${title} as ${now!.minutes} minutes (${now!.count}) instead of ${before!.minutes} (${before!.count})`
}

const numberFields = ['quantity', 'unit_charge'] as const
const unitFields = ['increment', 'project_currency'] as const

/**
 * True when a request sets the number, or moves it to another project: not when it contains the
 * number only because another field of its group was changed.
 */
function isSent(
  adapter: SyncAdapter,
  { base }: RecordSyncState,
  number: CountedNumber,
  body: object,
): boolean {
  const before = base && adapter.versionOf(base)
  const isNew = (field: string, version: object) =>
    field in version && field in body && !(before && hasSameFields(version, before, [field]))
  return numberFields.some((field) => isNew(field, number)) || isNew('project_id', body)
}

/**
 * Parks a record whose number was typed in another unit than it would count in, with a card.
 * Returns false when nothing keeps it from being sent.
 * @param body the fields of the version that are to be sent
 * @param version the version that they would make
 */
export async function waitsForUnit(
  tx: SyncTransaction,
  state: RecordSyncState,
  body: object,
  version: object,
): Promise<boolean> {
  const { resource, local, row } = state
  const adapter = syncAdapters[resource]
  if (!adapter.typed) return false
  const sent = row && adapter.typed(row)
  const stands = adapter.counted?.(version)
  const isSameUnit = !sent || !stands || hasSameFields(sent, stands, unitFields)
  if (isSameUnit || !isSent(adapter, state, sent, body)) {
    await endUnitWait(tx.trx, resource, local, tx.now)
    return false
  }
  await patchSyncRecord(tx.trx, resource, local, { parked: 'unit' })
  const detail = { sent, stands, unsent: true } as const
  await raiseCard(tx.trx, resource, local, { kind: 'unit', detail }, tx.now)
  tx.changedLocals[resource].add(local)
  return true
}

/**
 * Asks about a number that the service has by now, in another unit than the person saw: because it
 * was sent, or because the service has the same one.
 * @param state before the service's version was applied, with the request that was carried out
 */
export async function askAboutUnit(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<void> {
  const { resource, local, row, attempt, version } = state
  const adapter = syncAdapters[resource]
  const carriedOut = attempt?.sent ?? null
  const sent = adapter.counted?.(carriedOut ?? version!)
  const stands = adapter.counted?.(adapter.versionOf(wire))
  if (stands) await updateUnitCard(tx, state, stands)
  if (!sent || !stands || !isSent(adapter, state, sent, attempt?.body ?? version!)) return
  const typed = row && adapter.typed ? adapter.typed(row) : sent
  // A number that was changed since is not acknowledged yet.
  if (!typed || !hasSameFields(typed, sent, numberFields)) return
  if (!carriedOut && !hasSameFields(typed, stands, numberFields)) return
  if (hasSameFields(typed, stands, unitFields)) return
  await raiseCard(
    tx.trx,
    resource,
    local,
    { kind: 'unit', detail: { sent: typed, stands } },
    tx.now,
  )
}

/** An open card about a number that the service has says in which unit it counts by now. */
async function updateUnitCard(
  { trx, now }: SyncTransaction,
  { resource, local }: RecordSyncState,
  stands: CountedNumber,
): Promise<void> {
  const detail = await readUnitCard(trx, resource, local)
  if (!detail || detail.unsent || !hasSameFields(detail.sent, stands, numberFields)) return
  if (hasSameFields(detail.sent, stands, unitFields)) {
    await resolveCards(trx, resource, local, now, 'unit')
  } else {
    await raiseCard(trx, resource, local, { kind: 'unit', detail: { ...detail, stands } }, now)
  }
}
