/**
 * Records that the service is known to have deleted go as soon as nothing holds that back any more:
 * a change that was taken back, a card that was answered, a consent that was given, an address that
 * could not be asked.
 */
import { countAround, goneRecords, type GoneRecord } from '../store/gone-records.ts'
import { mappedByRemote } from '../store/mapped-records.ts'
import { agreedRemovals, removalsAnswered } from '../store/removal-consent.ts'
import { commit, type SyncContext, type Trouble } from './context.ts'
import type { Kind } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { applyGone } from './pull-records.ts'
import { consentedRemovals, consentLasts, isHeldBack, settleMissing } from './removals.ts'

/** Settles what is known to be gone, and asks for what a list or a first copy did not show. */
export async function settleGone(context: SyncContext): Promise<Trouble | null> {
  const { db, clock } = context
  const gone = await goneRecords(db)
  const since = clock.now() - consentLasts
  const answered = await removalsAnswered(db, since)
  for (const kind of Object.values(kinds)) {
    const ofKind = gone.filter(({ resource }) => resource === kind.resource)
    const told = ofKind.filter((record) => record.is === 'told')
    const unsure = ofKind.filter((record) => record.is === 'unsure')
    if (told.length > 0) await settleTold(context, kind, told)
    const trouble =
      (unsure.length > 0 ? await settleUnsure(context, kind, unsure) : null) ??
      (answered.has(kind.resource) ? await settleAgreed(context, kind, since) : null)
    if (trouble) return trouble
  }
  return null
}

async function settleTold(
  context: SyncContext,
  kind: Kind,
  gone: readonly GoneRecord[],
): Promise<void> {
  const of = await countAround(context.db, kind.resource, context.organisation, daysOf(gone))
  const going = await consentedRemovals(context, kind, gone, of)
  await context.pieces.each(going, (piece) =>
    commit(context, async (work) => {
      for (const { local, remote } of piece) {
        if (await isHeldBack(work, kind, remote)) continue
        await applyGone(context, work, kind, local)
      }
    }),
  )
}

/**
 * What a first copy of the feed left out goes once its own address says so too; what the person
 * wants to keep is then made anew.
 */
async function settleUnsure(
  context: SyncContext,
  kind: Kind,
  unsure: readonly GoneRecord[],
): Promise<Trouble | null> {
  const of = await countAround(context.db, kind.resource, context.organisation, null)
  const going = await consentedRemovals(context, kind, unsure, of)
  return settleMissing(context, kind, going)
}

/** The days between the first and the last of them: what a list would have shown. */
function daysOf(gone: readonly GoneRecord[]): { from: string; to: string } | null {
  const dates = gone.flatMap(({ date }) => date ?? []).toSorted()
  const [from, to] = [dates[0], dates.at(-1)]
  return from !== undefined && to !== undefined ? { from, to } : null
}

/**
 * What complete lists did not show goes with the person's consent and a "gone" of its own address:
 * the lists are not waited for, which beside a feed are read once a week.
 */
async function settleAgreed(
  context: SyncContext,
  kind: Kind,
  since: number,
): Promise<Trouble | null> {
  const agreed = await agreedRemovals(context.db, kind.resource, since)
  if (agreed.size === 0) return null
  return settleMissing(context, kind, await mappedByRemote(context.db, kind.resource, agreed))
}
