/** Whether a record that no one here knows may be what became of one that was sent. */
import { me } from '../store/me.ts'
import { findLocal, remoteIds } from '../store/sync-records.ts'
import type { Attempt } from '../store/attempts.ts'
import type { Db } from '../store/db.ts'
import { isRetired, readState, type WireRecord } from '../store/record-state.ts'
import type { SyncContext, Work } from './context.ts'
import type { Kind } from './kinds/kind.ts'
import { closest, isInSpan, spanOf, verdict, type Verdict } from './match.ts'

/** A request that may have made a record: an attempt, or one that was sent twice. */
interface Sent extends Pick<Attempt, 'sentAt' | 'sent'> {
  /** It is long past: what was made since and is only alike is taken for somebody else's. */
  watched?: true
  /** As it stands in a copy: who went on with the original may have made and changed it so. */
  changed?: object
}

/** An open create, with what may have become of it since where it is a copy's. */
export type OpenCreate = Attempt & Pick<Sent, 'changed'>

export async function asInCopy(db: Db, { resource }: Kind, attempt: Attempt): Promise<OpenCreate> {
  const state = await readState(db, resource, attempt.local)
  return state?.version && state.copiedAt !== null
    ? { ...attempt, changed: state.version }
    : attempt
}

/**
 * The verdict on a record, or null. One that the service says is somebody else's is not ours. A
 * category of the same name is the only one there can be: made by the request, where it can have
 * been made by it, or a namesake that stood there before.
 * @param mine the service's id of the person, where it is known
 */
export function judge(
  context: SyncContext,
  kind: Kind,
  sent: Sent,
  wire: WireRecord,
  mine: number | null,
): Verdict | null {
  const { user } = wire as { user?: { id: number } | null }
  if (user && mine !== null && user.id !== mine) return null
  const span = spanOf(sent.sentAt, context.clock.now(), context.clockOffset())
  const seen = kind.versionOf(wire)
  const likeness = closest(
    kind.likeness(sent.sent!, seen),
    sent.changed ? kind.likeness(sent.changed, seen) : null,
  )
  if (kind.resource === 'category' && likeness === 'same') {
    return span === null || isInSpan(wire.created_at, span) ? 'ours' : 'namesake'
  }
  if (sent.watched && likeness === 'kin') return null
  return verdict(likeness, wire.created_at, span)
}

/** The service's id of the person whose token this is, or null where it does not say. */
export async function readMe(work: Work): Promise<number | null> {
  const local = await me(work.trx)
  return local === null ? null : ((await remoteIds(work.trx, 'user', [local])).get(local) ?? null)
}

/** True when no record here has, or had, this id of the service. */
export const isUnknownHere = async (work: Work, kind: Kind, wire: WireRecord): Promise<boolean> =>
  (await findLocal(work.trx, kind.resource, wire.id)) === undefined &&
  !(await isRetired(work.trx, kind.resource, wire.id))
