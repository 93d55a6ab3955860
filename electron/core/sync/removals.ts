/**
 * What a complete window does not show: asked for by its id, and gone only when the service says so
 * twice. Many at once wait for the person's consent.
 */
import {
  agreedRemovals,
  askForRemovals,
  openRemovals,
  removedSince,
} from '../store/removal-consent.ts'
import { keptRemotes } from '../store/gone-records.ts'
import { lastMapped, mappedBetween, type Mapped } from '../store/mapped-records.ts'
import {
  commit,
  isAboutOneRecord,
  troubleOf,
  type SyncContext,
  type Trouble,
  type Work,
} from './context.ts'
import type { Kind } from './kinds/kind.ts'
import { together } from './lately-removed.ts'
import { applyGone, applyRecord, readSendings } from './pull-records.ts'
import { readRecord } from './records.ts'

/** More removals at once than this, and than this share of the window, wait for the person. */
const removalsAllowed = 10
const shareAllowed = 0.1
/** What the person agreed to is carried out within a day, or asked about again. */
export const consentLasts = 24 * 60 * 60_000

/**
 * Records that a window which was asked for between two moments should have shown. One that was
 * seen later than that was seen by a clock that was put back since.
 */
export const missingOf = (
  mapped: readonly Mapped[],
  shown: ReadonlySet<number>,
  { startedAt, now }: { startedAt: number; now: number },
): Mapped[] =>
  mapped.filter(
    ({ remote, seenAt }) =>
      !shown.has(remote) && (seenAt === null || seenAt <= startedAt || seenAt > now),
  )

/** Records that are looked at in one go: few milliseconds' worth. */
const slice = 2_000

/** What a complete window should have shown and did not, of so many. */
export async function missingBetween(
  context: SyncContext,
  kind: Kind,
  days: { from: string | null; to: string | null },
  shown: ReadonlySet<number>,
  startedAt: number,
): Promise<{ of: number; missing: Mapped[] }> {
  const resource = kind.resource as 'time' | 'expense'
  const missing: Mapped[] = []
  const last = await lastMapped(context.db, resource)
  let of = 0
  for (let after = 0; after < last; after += slice) {
    const part = { after, upTo: after + slice }
    const mapped = await mappedBetween(context.db, resource, context.organisation, days, part)
    of += mapped.length
    missing.push(...missingOf(mapped, shown, { startedAt, now: context.clock.now() }))
    if (after + slice < last) await context.clock.sleep(0)
  }
  return { of, missing }
}

/**
 * Those of the missing records that may go now. When they are many, with what went a moment ago, a
 * card asks for the person's consent, and they stay until it is given, whatever window shows them
 * missing next, or the feed of changes says that they are gone. Those that the person wants to keep
 * are not asked about again: they are made anew once their own addresses say that they are gone.
 * @param of how many records the window should have shown, or stand around what the feed tells of
 */
export async function consentedRemovals(
  context: SyncContext,
  kind: Kind,
  missing: readonly Mapped[],
  of: number,
): Promise<Mapped[]> {
  return commit(context, async (work) => {
    const { trx, now } = work
    const agreed = await agreedRemovals(trx, kind.resource, now - consentLasts)
    const open = await openRemovals(trx, kind.resource)
    const kept = await keptRemotes(trx, kind.resource)
    const isDecided = (remote: number) => agreed.has(remote) || kept.has(remote)
    const asked = missing.filter(({ remote }) => !isDecided(remote))
    // Whoever put the clock in between: this process knows its own by another one.
    const span = { since: now - together, now, own: context.lately.of(kind.resource) }
    const lately = await removedSince(trx, kind.resource, span, agreed)
    const many =
      asked.length > 0 &&
      asked.length + lately > removalsAllowed &&
      asked.length + lately > (of + lately) * shareAllowed
    const waiting = new Set(open?.remotes)
    if (!many && !asked.some(({ remote }) => waiting.has(remote))) return [...missing]
    const remotes = [...new Set([...waiting, ...asked.map(({ remote }) => remote)])]
    const ascending = remotes.toSorted((one, other) => one - other)
    await askForRemovals(trx, kind.resource, { remotes: ascending, of }, now)
    work.inboxChanged = true
    if (!open) {
      context.log.warn('Held back removals: many records are missing at once', {
        resource: kind.resource,
        missing: missing.length,
        of,
      })
    }
    return missing.filter(({ remote }) => isDecided(remote))
  })
}

/** These are there after all, or gone by now: nobody has to consent to their removal any more. */
export async function noConsentNeeded(
  context: SyncContext,
  kind: Kind,
  settled: ReadonlySet<number>,
): Promise<void> {
  const open = await openRemovals(context.db, kind.resource)
  if (!open?.remotes.some((remote) => settled.has(remote))) return
  await commit(context, async (work) => {
    const { trx, now } = work
    work.inboxChanged = true
    const remotes = open.remotes.filter((remote) => !settled.has(remote))
    await askForRemovals(trx, kind.resource, remotes.length > 0 ? { ...open, remotes } : null, now)
  })
}

/** True when the person is asked about all of them already, or none are missing. */
export async function allWait(
  { db, clock }: SyncContext,
  { resource }: Kind,
  missing: readonly Mapped[],
): Promise<boolean> {
  if (missing.length === 0) return true
  const open = new Set((await openRemovals(db, resource))?.remotes)
  const agreed = await agreedRemovals(db, resource, clock.now() - consentLasts)
  const kept = await keptRemotes(db, resource)
  return missing.every(({ remote }) => open.has(remote) && !agreed.has(remote) && !kept.has(remote))
}

/** True while the person is asked about its removal: a consent can be taken back at any moment. */
export async function isHeldBack({ trx, now }: Work, kind: Kind, remote: number): Promise<boolean> {
  const open = await openRemovals(trx, kind.resource)
  if (!open?.remotes.includes(remote)) return false
  return !(await agreedRemovals(trx, kind.resource, now - consentLasts)).has(remote)
}

/**
 * Asks for each by its id: one that is there is taken in; one that is gone goes, or is made anew
 * where the person wants to keep it.
 */
export async function settleMissing(
  context: SyncContext,
  kind: Kind,
  missing: readonly Mapped[],
): Promise<Trouble | null> {
  for (const { local, remote } of missing) {
    const answer = await readRecord(context, kind, remote)
    switch (answer.is) {
      case 'record':
        await commit(context, async (work) => {
          const sendings = await readSendings(work, kind)
          await applyRecord(context, work, kind, answer.wire, sendings, false)
        })
        break
      case 'gone':
        await commit(context, async (work) => {
          if (await isHeldBack(work, kind, remote)) return
          await applyGone(context, work, kind, local)
        })
        break
      case 'refused':
      case 'stale':
        // Neither there nor gone: it stays.
        break
      default: {
        const trouble = troubleOf(answer)
        if (!isAboutOneRecord(trouble)) return trouble
      }
    }
  }
  return null
}
