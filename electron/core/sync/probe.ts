/**
 * What became of a create that lost its answer: found out by looking, never by sending again
 * first.
 */
import {
  closeAttempt,
  countProbe,
  openCreates,
  quarantineAttempt,
  type Attempt,
} from '../store/attempts.ts'
import { isKnownFrom } from '../store/changes.ts'
import { raiseCard } from '../store/inbox.ts'
import {
  forgetRecord,
  patchRecord,
  readState,
  type RecordState,
  type WireRecord,
} from '../store/record-state.ts'
import { watchedForTwins, watchForTwin } from '../store/sent-twice.ts'
import { findLocal } from '../store/sync-records.ts'
import { addPulled, takeCreated } from './apply.ts'
import { readCandidates } from './candidates.ts'
import { commit, type SyncContext, type Trouble, type Work } from './context.ts'
import type { Kind } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { asInCopy, isUnknownHere, judge, type OpenCreate, readMe } from './likely.ts'
import type { Verdict } from './match.ts'
import { joinNamesake } from './push-names.ts'
import { probeAgain, twinWatch, wholeListAwaited } from './timing.ts'

/**
 * Looks for what became of a create where it would stand: adopts the record if it is there, and
 * sends again only after two looks that found nothing.
 */
export async function probe(
  context: SyncContext,
  kind: Kind,
  attempt: Attempt,
): Promise<'end' | 'again' | Trouble> {
  const { resource } = kind
  const { local } = attempt
  const shown = await readCandidates(context, kind, await asInCopy(context.db, kind, attempt))
  if (shown.is !== 'shown') return shown
  return commit(context, async (work) => {
    const state = await readState(work.trx, resource, local)
    if (state?.attempt?.id !== attempt.id) return 'end'
    const until = work.now + probeAgain
    if (!shown.sound && work.now < attempt.sentAt + wholeListAwaited) {
      await quarantineAttempt(work.trx, resource, local, until)
      return 'end'
    }
    const create = await asInCopy(work.trx, kind, attempt)
    const found = await likely(context, work, kind, create, shown.records)
    const [ours] = found.ours
    if (ours && !mayBeAdopted(context, state, ours)) {
      await waitForPerson(work, state, found.ours)
      return 'end'
    }
    if (ours) {
      await adopt(context, work, state, found, shown.sound)
      context.counts.pushed++
      return 'again'
    }
    const [namesake] = found.namesake
    const isUnsure = namesake !== undefined && mayBeOurs(state, namesake)
    if (namesake && !isUnsure) return joinNamesake(work, state, namesake)
    const unsure = isUnsure ? [namesake, ...found.unsure] : found.unsure
    if (unsure.length > 0) {
      await waitForPerson(work, state, unsure)
      return 'end'
    }
    if (!shown.sound) {
      await quarantineAttempt(work.trx, resource, local, until)
      return 'end'
    }
    if ((await countProbe(work.trx, resource, local, until)) < 2) return 'end'
    await closeForGood(work, state)
    return 'again'
  })
}

/** It counts as not carried out, or the person says; if it is after all, a card tells of it. */
async function closeForGood(work: Work, { resource, local, attempt }: RecordState): Promise<void> {
  await closeAttempt(work.trx, resource, local)
  // Looking has said what can be said of a copy's, too.
  await patchRecord(work.trx, resource, local, { copied_at: null })
  if (!attempt?.sent) return
  await watchForTwin(work.trx, {
    resource,
    local_id: local,
    sent: attempt.sent,
    sent_at: attempt.sentAt,
    watched_until: work.now + twinWatch,
  })
}

/**
 * False where the record was deleted here meanwhile and adopting this one would delete it there,
 * although somebody else may have made or changed it.
 */
function mayBeAdopted(context: SyncContext, state: RecordState, found: WireRecord): boolean {
  if (state.version) return true
  const kind = kinds[state.resource]
  return context.clockOffset() !== null && kind.same(state.attempt!.sent!, kind.versionOf(found))
}

/**
 * True for a namesake that is as the create was sent, where the record has another name by now or is
 * deleted: if the clock was put since, the create made it, and letting it be would leave two there.
 */
function mayBeOurs({ resource, version, attempt }: RecordState, namesake: WireRecord): boolean {
  const kind = kinds[resource]
  const sent = attempt!.sent!
  const isWanted = version !== null && kind.naturalKey(version) === kind.naturalKey(sent)
  return !isWanted && kind.same(sent, kind.versionOf(namesake))
}

/**
 * Records that no one here knows, by what they may be; lowest id first. One that came in since the
 * create was sent may be it, too: made by whoever went on with the original of a copy, and read
 * before the person here wanted theirs again.
 */
async function likely(
  context: SyncContext,
  work: Work,
  kind: Kind,
  attempt: OpenCreate,
  shown: readonly WireRecord[],
): Promise<Record<Verdict, WireRecord[]>> {
  const found: Record<Verdict, WireRecord[]> = { ours: [], unsure: [], namesake: [] }
  const me = await readMe(work)
  // A list may show a record twice.
  const each = new Map(shown.map((wire) => [wire.id, wire]))
  for (const wire of [...each.values()].toSorted((one, other) => one.id - other.id)) {
    const what = judge(context, kind, attempt, wire, me)
    if (what === null) continue
    if (await isUnknownHere(work, kind, wire)) found[what].push(wire)
    else if (what === 'ours' && (await isNewHere(work, kind, attempt, wire))) {
      found.unsure.push(wire)
    }
  }
  return found
}

async function isNewHere(
  { trx }: Work,
  { resource }: Kind,
  { sentAt }: Attempt,
  { id }: WireRecord,
): Promise<boolean> {
  const local = await findLocal(trx, resource, id)
  return local !== undefined && !(await isKnownFrom(trx, { resource, local, before: sentAt }))
}

/**
 * While nothing is known of the service's clock, or the list may have hidden a second one, the
 * person hears of an adoption too. A category's name is unique. An equal create that was sent twice
 * may come late, and look more like this one than what became of it and was changed since.
 */
async function adopt(
  context: SyncContext,
  work: Work,
  state: RecordState,
  { ours: [first, ...rest], unsure }: Record<Verdict, WireRecord[]>,
  sound: boolean,
): Promise<void> {
  await takeCreated(work, state, first!)
  // As many of them as are looked for themselves are left for those.
  const others = rest.slice(await equalsOpen(work, state))
  if (await isEqualWatched(work, state)) others.push(...unsure)
  // The card offers to delete them, which takes that they are here.
  await addPulled(work, kinds[state.resource], others, false)
  const sure = (sound && context.clockOffset() !== null) || state.resource === 'category'
  if (others.length === 0 && sure) return
  const detail = { adopted: first!.id, others: others.map((wire) => wire.id) }
  await raiseCard(work.trx, state.resource, state.local, { kind: 'twin', detail }, work.now)
}

/** How many creates are open that nothing tells from this one. */
async function equalsOpen({ trx }: Work, state: RecordState): Promise<number> {
  return (await openCreates(trx, state.resource)).filter((one) => isEqual(state, one)).length
}

async function isEqualWatched({ trx, now }: Work, state: RecordState): Promise<boolean> {
  return (await watchedForTwins(trx, state.resource, now)).some((one) => isEqual(state, one))
}

/** True for the create of another record that nothing tells from this one. */
function isEqual(
  { resource, local, attempt }: RecordState,
  other: { local: number; sent: object | null },
): boolean {
  const { naturalKey } = kinds[resource]
  return other.local !== local && naturalKey(other.sent!) === naturalKey(attempt!.sent!)
}

/** It may be one of these: nothing is adopted, nothing sent again. */
async function waitForPerson(
  work: Work,
  state: RecordState,
  unsure: readonly WireRecord[],
): Promise<void> {
  const { resource, local } = state
  await closeForGood(work, state)
  if (state.version) await patchRecord(work.trx, resource, local, { parked: 'conflict' })
  else await forgetRecord(work.trx, resource, local)
  const detail = { adopted: null, others: unsure.map((wire) => wire.id) }
  await raiseCard(work.trx, resource, local, { kind: 'twin', detail }, work.now)
  work.touched[resource].add(local)
}
