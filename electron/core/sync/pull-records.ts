/** What the service shows of records becomes what stands here, page by page, record by record. */
import { openCreates, watchedForTwins, type Attempt, type SentTwice } from '../store/attempts.ts'
import { raiseCard, readableAgain, setAside } from '../store/inbox.ts'
import { twinsOf } from '../store/inbox-twins.ts'
import { isRetired, readState, type WireRecord } from '../store/record-state.ts'
import { findLocal, type SyncedResource } from '../store/sync-records.ts'
import { addPulled, mergeRecord, saysNothingNew, situationOf } from './apply.ts'
import {
  askAboutGone,
  confirmDeleted,
  dropRecord,
  restoreRecord,
  wantAgain,
} from './apply-removals.ts'
import { commitFetched, type SyncContext, type Work } from './context.ts'
import type { Kind } from './kinds/kind.ts'
import { judge, readMe } from './likely.ts'
import type { BadRecord } from './pages.ts'
import { plan } from './plan.ts'

/** What new records are held against: creates whose fate is open, and those that were sent twice. */
export interface Sendings {
  unknown: readonly Attempt[]
  twice: readonly SentTwice[]
  /** The service's id of the person. */
  me: number | null
}

/** Read once for each page. */
export const readSendings = async (work: Work, kind: Kind): Promise<Sendings> => ({
  unknown: await openCreates(work.trx, kind.resource),
  twice: await watchedForTwins(work.trx, kind.resource, work.now),
  me: await readMe(work),
})

/** Applies a page; answers false when a record of it was held back until a create's fate is known. */
export async function applyPage(
  context: SyncContext,
  kind: Kind,
  page: { records: readonly WireRecord[]; bad: readonly BadRecord[] },
  quiet: boolean,
): Promise<boolean> {
  let whole = true
  await context.pieces.each(page.records, (piece) =>
    commitFetched(context, async (work) => {
      const sendings = await readSendings(work, kind)
      for (const wire of piece) {
        if (!(await applyRecord(context, work, kind, wire, sendings, quiet))) whole = false
      }
    }),
  )
  await commitFetched(context, (work) => applyBad(work, kind, page))
  return whole
}

/** Sets aside what cannot be read; closes the cards of what can be by now. */
export async function applyBad(
  work: Work,
  { resource }: { resource: SyncedResource },
  page: { records: readonly WireRecord[]; bad: readonly BadRecord[] },
): Promise<void> {
  for (const bad of page.bad) {
    await setAside(work.trx, resource, bad, work.now)
    work.inboxChanged = true
  }
  const readable = new Set(page.records.map((record) => record.id))
  await readableAgain(work.trx, resource, readable, work.now)
}

/**
 * Takes in one record.
 * @param quiet the account is read for the first time: its records are no news for the history
 * @returns false when it was held back
 */
export async function applyRecord(
  context: SyncContext,
  work: Work,
  kind: Kind,
  wire: WireRecord,
  sendings: Sendings,
  quiet: boolean,
): Promise<boolean> {
  const { trx } = work
  const local = await findLocal(trx, kind.resource, wire.id)
  if (local === undefined) return applyUnknown(context, work, kind, wire, sendings, quiet)
  await kind.related(work, wire)
  const state = await readState(trx, kind.resource, local)
  if (!state || (await saysNothingNew(work, kind, state, wire))) return true
  const remote = { is: 'here', version: kind.versionOf(wire) } as const
  const action = plan(kind, situationOf(state, remote, work.now))
  switch (action.do) {
    case 'merge':
      if (!state.base || !kind.same(kind.versionOf(state.base), remote.version)) {
        context.counts.pulled++
      }
      await mergeRecord(work, state, wire, action.sent)
      return true
    case 'restore':
    case 'reappear':
      await restoreRecord(work, state, wire, action.do === 'restore')
      context.counts.pulled++
      return true
    default:
      // Whatever else is to be done is for sending to do.
      return true
  }
}

async function applyUnknown(
  context: SyncContext,
  work: Work,
  kind: Kind,
  wire: WireRecord,
  { unknown, twice, me }: Sendings,
  quiet: boolean,
): Promise<boolean> {
  // Ours under an id that is spent, or perhaps a create whose answer was lost: not a new record.
  if (await isRetired(work.trx, kind.resource, wire.id)) return true
  if (unknown.some((attempt) => judge(context, kind, attempt, wire, me) !== null)) return false
  await addPulled(work, kind, wire, quiet)
  context.counts.pulled++
  for (const sent of twice) {
    if (judge(context, kind, sent, wire, me) !== null) await tellOfTwin(work, kind, sent, wire)
  }
  return true
}

/** A create was carried out after all, after it had been sent once more. */
async function tellOfTwin(
  work: Work,
  kind: Kind,
  { local }: SentTwice,
  wire: WireRecord,
): Promise<void> {
  const state = await readState(work.trx, kind.resource, local)
  if (!state) return
  const open = await twinsOf(work.trx, kind.resource, local)
  const others = [...new Set([...(open?.others ?? []), wire.id])]
  const detail = { adopted: state.remote, others, late: true as const }
  await raiseCard(work.trx, kind.resource, local, { kind: 'twin', detail }, work.now)
}

/** The service says that a record is not there, and a complete list does not show it either. */
export async function applyGone(
  context: SyncContext,
  work: Work,
  kind: Kind,
  local: number,
): Promise<void> {
  const state = await readState(work.trx, kind.resource, local)
  if (!state) return
  const action = plan(kind, situationOf(state, { is: 'gone' }, work.now))
  switch (action.do) {
    case 'drop':
      await dropRecord(work, state)
      context.counts.pulled++
      return
    case 'ask':
      return askAboutGone(work, state)
    case 'deleted':
      return confirmDeleted(work, state)
    case 'recreate':
      return wantAgain(work, kind, state)
    default:
      return
  }
}
