/**
 * Records that the service is known to have deleted go as soon as nothing holds that back any more:
 * a change that was taken back, a card that was answered, a consent that was given.
 */
import { countAround, goneRecords, type GoneRecord } from '../store/gone-records.ts'
import { mappedByRemote } from '../store/mapped-records.ts'
import { agreedRemovals } from '../store/removal-consent.ts'
import { commit, type SyncContext, type Trouble } from './context.ts'
import type { Kind } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { applyGone } from './pull-records.ts'
import { consentedRemovals, consentLasts, settleMissing } from './removals.ts'

/** Settles what is known to be gone, and asks about what lists alone showed missing. */
export async function settleGone(context: SyncContext): Promise<Trouble | null> {
  for (const kind of Object.values(kinds)) {
    const gone = await goneRecords(context.db, kind.resource)
    if (gone.length > 0) await settleKnown(context, kind, gone)
    const trouble = await settleAgreed(context, kind)
    if (trouble) return trouble
  }
  return null
}

async function settleKnown(
  context: SyncContext,
  kind: Kind,
  gone: readonly GoneRecord[],
): Promise<void> {
  const of = await countAround(context.db, kind.resource, context.organisation, daysOf(gone))
  const going = await consentedRemovals(context, kind, gone, of)
  await context.pieces.each(going, (piece) =>
    commit(context, async (work) => {
      for (const { local } of piece) await applyGone(context, work, kind, local)
    }),
  )
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
async function settleAgreed(context: SyncContext, kind: Kind): Promise<Trouble | null> {
  const since = context.clock.now() - consentLasts
  const agreed = await agreedRemovals(context.db, kind.resource, since)
  if (agreed.size === 0) return null
  return settleMissing(context, kind, await mappedByRemote(context.db, kind.resource, agreed))
}
