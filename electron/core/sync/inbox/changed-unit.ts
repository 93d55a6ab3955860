/**
 * Numbers whose unit is no longer the one that the person saw who typed them: increments of another
 * length, or another currency (SYNC.md, Units).
 */
import { requantify } from '#shared/rules/increments.ts'
import { hasSameFields } from '#shared/rules/three-way.ts'
import { sameCurrencyPrice } from '#shared/rules/unit-price.ts'
import { sentence, type Sentence } from '#shared/sentences/sentence.ts'
import {
  endUnitWait,
  raiseCard,
  readUnitCard,
  resolveCards,
  type CountedNumber,
} from '../../store/inbox/inbox.ts'
import { updateExpense } from '../../store/resources/expenses.ts'
import { readFullRow, type FullRow } from '../../store/resources/full-rows.ts'
import { updateTime } from '../../store/resources/times.ts'
import {
  patchSyncRecord,
  type RecordSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { recordRowChange, type SyncTransaction } from '../records/sync-transaction.ts'

interface Duration {
  quantity: number
  increment: number
}

/** Says what became of a number of increments that does not make the same minutes any more. */
export function recountSummary(subject: string, from: Duration, to: Duration): Sentence {
  const minutesOf = ({ quantity, increment }: Duration) => quantity * increment
  const countOf = ({ quantity, increment }: Duration) => `${quantity} × ${increment}`
  return sentence('Counted {subject} as {minutes} minutes ({now}) instead of {before} ({former})', {
    subject,
    minutes: minutesOf(to),
    now: countOf(to),
    before: minutesOf(from),
    former: countOf(from),
  })
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
 * True when the row has the number that the service acknowledged, but in the unit in which it was
 * typed: it came back after that, out of the trash or by undo.
 */
function isBack(adapter: SyncAdapter, base: WireRecord | null, typed: CountedNumber): boolean {
  const received = base && adapter.received?.(base)
  if (!received) return false
  return hasSameFields(typed, received, numberFields) && !hasSameFields(typed, received, unitFields)
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
  const counted = adapter.counted?.(version)
  const isSameUnit = !sent || !counted || hasSameFields(sent, counted, unitFields)
  if (isSameUnit || !isSent(adapter, state, sent, body)) {
    await endUnitWait(tx.trx, resource, local, tx.now)
    return false
  }
  await patchSyncRecord(tx.trx, resource, local, { parked: 'unit' })
  const detail = { sent, stands: counted, unsent: true } as const
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
  const counted = adapter.counted?.(adapter.versionOf(wire))
  if (counted) await updateUnitCard(tx, state, counted)
  const typed = row && adapter.typed ? adapter.typed(row) : adapter.counted?.(version!)
  if (!sent || !counted || !typed) return
  const isNew = isSent(adapter, state, sent, attempt?.body ?? version!)
  if (!isNew && !isBack(adapter, state.base, typed)) return
  // A number that was changed since is not acknowledged yet.
  if (!hasSameFields(typed, sent, numberFields)) return
  if (!carriedOut && !hasSameFields(typed, counted, numberFields)) return
  if (hasSameFields(typed, counted, unitFields)) return
  await raiseCard(
    tx.trx,
    resource,
    local,
    { kind: 'unit', detail: { sent: typed, stands: counted } },
    tx.now,
  )
}

/**
 * Gives a number its meaning back that a card asks about, because the service does not have the
 * record any more: an amount has the currency in which it was typed, so that it waits before it is
 * sent again, and a duration its minutes, as an unsent one has. Closes the card. Returns the row.
 */
export async function takeBackUnit(
  tx: SyncTransaction,
  { resource, local, row }: RecordSyncState,
): Promise<FullRow | undefined> {
  const { trx, now } = tx
  const detail = await readUnitCard(trx, resource, local)
  if (!row || !detail || detail.unsent) return row
  await resolveCards(trx, resource, local, now, 'unit')
  if ('increment' in detail.sent) {
    const { increment } = detail.stands as typeof detail.sent
    const quantity = requantify(detail.sent.quantity * detail.sent.increment, increment)
    await updateTime(trx, local, { quantity })
    await recordRowChange(tx, resource, local, row)
  } else {
    const { unit_charge: amount, project_currency: currency } = detail.sent
    await updateExpense(trx, local, sameCurrencyPrice({ amount, currency }))
  }
  return readFullRow(trx, resource, local)
}

/** Closes the card about a number that was dropped for the service's, unless that is the same. */
export async function endUnitQuestion(
  { trx, now }: SyncTransaction,
  { resource, local }: RecordSyncState,
  wire: WireRecord,
): Promise<void> {
  const detail = await readUnitCard(trx, resource, local)
  const adapter = syncAdapters[resource]
  const counted = adapter.counted?.(adapter.versionOf(wire))
  const isSame = detail && counted && hasSameFields(detail.sent, counted, numberFields)
  if (!isSame || detail.unsent) await resolveCards(trx, resource, local, now, 'unit')
}

/** An open card about a number that the service has says in which unit it counts by now. */
async function updateUnitCard(
  { trx, now }: SyncTransaction,
  { resource, local }: RecordSyncState,
  counted: CountedNumber,
): Promise<void> {
  const detail = await readUnitCard(trx, resource, local)
  if (!detail || detail.unsent || !hasSameFields(detail.sent, counted, numberFields)) return
  if (hasSameFields(detail.sent, counted, unitFields)) {
    await resolveCards(trx, resource, local, now, 'unit')
  } else {
    await raiseCard(
      trx,
      resource,
      local,
      { kind: 'unit', detail: { ...detail, stands: counted } },
      now,
    )
  }
}
