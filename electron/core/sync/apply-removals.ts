/** How a deletion, on either side, becomes what stands here: steps inside a transaction. */
import { closeAttempt } from '../store/attempts.ts'
import { endGone, raiseCard, resolveCards, resolveCardsOfGone } from '../store/inbox.ts'
import { adoptedGone, extraGone } from '../store/inbox-twins.ts'
import { noLongerAsked } from '../store/removal-consent.ts'
import {
  forgetRecord,
  patchRecord,
  retireRemote,
  unlinkRemote,
  type RecordState,
  type WireRecord,
} from '../store/record-state.ts'
import { recordRowChange, type Work } from './context.ts'
import type { Kind } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'

/**
 * Deleted here, changed there (or taken out of the archives there, or perhaps wanted again since):
 * it comes back with its local id.
 * @param told whether the person is to hear that their deletion was not carried out
 */
export async function restoreRecord(
  work: Work,
  state: RecordState,
  wire: WireRecord,
  told: boolean,
): Promise<void> {
  const { trx, now } = work
  const { resource, local } = state
  await kinds[resource].insert(work, wire, local)
  await closeAttempt(trx, resource, local)
  await patchRecord(trx, resource, local, {
    base: JSON.stringify(wire),
    remote: null,
    dirty: 0,
    deleted: 0,
    parked: null,
    seen_at: now,
    held_until: null,
    gone: 0,
    copied_at: null,
  })
  await endGone(trx, resource, local, now)
  if (told) {
    const copied = state.copiedAt === null ? {} : { copied: true as const }
    const detail = { groups: [], deletedHere: true as const, ...copied }
    await raiseCard(trx, resource, local, { kind: 'conflict', detail }, now)
  }
  await recordRowChange(work, resource, local, state.row)
  work.touched[resource].add(local)
}

/** Deleted there, untouched here: goes, with its last version in history and trash. */
export async function dropRecord(work: Work, state: RecordState): Promise<void> {
  const { resource, local, row } = state
  const kind = kinds[resource]
  if (!row) throw new Error(`${resource} ${local} is not here to be removed`)
  await kind.remove(work, row)
  if (kind.isArchivable) await rememberArchived(work, state)
  else await forgetRecord(work.trx, resource, local)
  await resolveCards(work.trx, resource, local, work.now)
  await adoptedGone(work.trx, resource, local, work.now)
  await extraGone(work.trx, resource, state.remote, work.now)
  await noLongerAsked(work.trx, resource, state.remote, work.now)
  await recordRowChange(work, resource, local, row)
  work.touched[resource].add(local)
}

/** Deleted there, changed here: waits for the person, who may send it again or let it go. */
export async function askAboutGone(work: Work, state: RecordState): Promise<void> {
  const { resource, local } = state
  await closeAttempt(work.trx, resource, local)
  await patchRecord(work.trx, resource, local, { parked: 'gone' })
  await noLongerAsked(work.trx, resource, state.remote, work.now)
  const card = { kind: 'gone', detail: { remote: state.remote! } } as const
  await raiseCard(work.trx, resource, local, card, work.now)
  work.touched[resource].add(local)
}

/** The service no longer has what was deleted here. */
export async function confirmDeleted(work: Work, state: RecordState): Promise<void> {
  const { resource, local } = state
  if (kinds[resource].isArchivable) {
    await rememberArchived(work, state)
  } else {
    await retireRemote(work.trx, resource, { remote: state.remote!, local }, work.now)
    await forgetRecord(work.trx, resource, local)
  }
  await resolveCards(work.trx, resource, local, work.now)
  await extraGone(work.trx, resource, state.remote, work.now)
  await noLongerAsked(work.trx, resource, state.remote, work.now)
}

/** It keeps its id: it may come out of the archives again. */
async function rememberArchived(work: Work, state: RecordState): Promise<void> {
  const { resource, local, base } = state
  await closeAttempt(work.trx, resource, local)
  await patchRecord(work.trx, resource, local, {
    base: JSON.stringify({ ...base, deleted: true }),
    remote: null,
    dirty: 0,
    deleted: 0,
    parked: null,
    held_until: null,
    gone: 0,
    copied_at: null,
  })
}

/**
 * Gone from the service, but wanted: the next request makes it anew, under another id. What was
 * wanted so in a copy may have been made by now, and is looked for first, as every create of a copy.
 */
export async function recreateRecord(work: Work, state: RecordState): Promise<void> {
  const { resource, local } = state
  await closeAttempt(work.trx, resource, local)
  await unlinkRemote(work.trx, resource, { remote: state.remote!, local }, work.now)
  await resolveCardsOfGone(work.trx, resource, local, work.now)
  await extraGone(work.trx, resource, state.remote, work.now)
  await noLongerAsked(work.trx, resource, state.remote, work.now)
  work.touched[resource].add(local)
}

/** Gone from the service, but wanted: out of its archives where it has some, else made anew. */
export async function wantAgain(work: Work, kind: Kind, state: RecordState): Promise<void> {
  if (!kind.isArchivable) return recreateRecord(work, state)
  await rememberArchived(work, state)
  await patchRecord(work.trx, kind.resource, state.local, { dirty: 1 })
  await resolveCardsOfGone(work.trx, kind.resource, state.local, work.now)
  work.touched[kind.resource].add(state.local)
}
