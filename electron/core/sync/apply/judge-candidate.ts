/**
 * Judges whether an unknown record of the service is the result of a create whose reply was lost.
 */
import type { Attempt } from '../../store/sync/attempts.ts'
import type { Db } from '../../store/database/db.ts'
import { filterRetired } from '../../store/sync/record-identity.ts'
import { readSyncState, type WireRecord } from '../../store/sync/record-sync-state.ts'
import type { SyncContext, SyncTransaction } from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { findSameRecord } from './displaced-records.ts'
import {
  closest,
  isWithinCreationWindow,
  creationWindow,
  matchVerdict,
  type Verdict,
} from '../decide/match-create.ts'

/** A request that may have created a record: an open attempt, or a create that was sent twice. */
interface Sent extends Pick<Attempt, 'sentAt' | 'sent'> {
  /** The request is long past: a record that is merely similar counts as another person's. */
  watched?: true
  /**
   * In a copied database, the version in the copy: the program that went on with the original may
   * have created the record and changed it to this.
   */
  changed?: object
}

/** An open create. In a copy, also with the version that the record may have by now. */
export type OpenCreate = Attempt & Pick<Sent, 'changed'>

export async function asInCopy(
  db: Db,
  { resource }: SyncAdapter,
  attempt: Attempt,
): Promise<OpenCreate> {
  const state = await readSyncState(db, resource, attempt.local)
  return state?.version && state.copiedAt !== null
    ? { ...attempt, changed: state.version }
    : attempt
}

/**
 * Returns the verdict on a record, or null. A record that the service attributes to another person
 * is not ours. Only one category can have a name: it was created by the request, if the times allow
 * that, or it is a namesake that existed before.
 * @param me the service's id of the person, where it is known
 */
export function judgeCandidate(
  context: SyncContext,
  adapter: SyncAdapter,
  sent: Sent,
  wire: WireRecord,
  me: number | null,
): Verdict | null {
  const { user } = wire as { user?: { id: number } | null }
  if (user && me !== null && user.id !== me) return null
  const span = creationWindow(sent.sentAt, context.clock.now(), context.clockOffset())
  const candidate = adapter.versionOf(wire)
  const likeness = closest(
    adapter.likeness(sent.sent!, candidate),
    sent.changed ? adapter.likeness(sent.changed, candidate) : null,
  )
  if (adapter.resource === 'category' && likeness === 'same') {
    return span === null || isWithinCreationWindow(wire.created_at, span) ? 'ours' : 'namesake'
  }
  if (sent.watched && likeness === 'kin') return null
  return matchVerdict(likeness, wire.created_at, span)
}

/** Returns true when no local record is, or was, this one. Another one that had its id is displaced. */
export async function isUnmappedRecord(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  wire: WireRecord,
): Promise<boolean> {
  if ((await findSameRecord(tx, adapter, wire)) !== undefined) return false
  const retired = await filterRetired(tx.trx, adapter.resource, [wire], context.clockOffset())
  return retired.size === 0
}
