/**
 * Makes sure that the service is the known one before anything is sent to it or applied: does it
 * show the records that are known here? Those that were created at another time are other records
 * under known ids (displaced-records.ts), unless something happened to all of them. Before the first
 * one of a pass is judged, and where a pass has shown no known one yet, known records are requested
 * to tell.
 */
import { FailureError } from '#shared/errors.ts'
import {
  dateTrustKey,
  eachBase,
  isAnythingKnown,
  isLost,
  isSameRecord,
  isZoneShift,
  readCreationDates,
  readExpectedRemotes,
  readOldestBase,
  sampleBases,
  type CreatedRecord,
  type DateTrust,
} from '../../store/sync/record-identity.ts'
import { type WireRecord } from '../../store/sync/record-sync-state.ts'
import {
  consentLifetime,
  raiseRemovalCard,
  readConsentedRemovals,
  readOpenRemovalCard,
  removalsAllowed,
} from '../../store/inbox/removal-consent.ts'
import { readSetting, writeSetting } from '../../store/account/settings.ts'
import { readOpenCreates } from '../../store/sync/attempts.ts'
import { isShownRounded } from './displaced-records.ts'
import { fetchRecord } from '../pass/record-requests.ts'
import {
  commitSync,
  isRecordFailure,
  toSyncFailure,
  type SyncContext,
  type SyncFailure,
} from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'

const rewrittenKey = 'sync-dates-rewritten-by-changes'
/** So many changes must have rewritten the date of their record before ids alone count. */
const rewritesBelieved = 2

export const readDateTrust = (db: SyncContext['db']): Promise<DateTrust> =>
  readSetting<DateTrust>(db, dateTrustKey, 'exact')

/** Fewer records than this show nothing about the whole service. */
const fewest = 3
/** How many known records of a kind are requested to find out what happened. */
const sampleSize = 20
/** After this many replies that say nothing, and no other, the service cannot be asked so. */
const uselessAllowed = 3
/** If only the dates were rewritten, at most one, or this share of them, was changed, too. */
const changedShare = 0.1

/**
 * Confirms that these records belong to the service that is known here; to be called before a
 * transaction applies them. Throws a `conflict` if they do not: another organisation's service
 * answers at the address.
 */
export async function confirmRecords(
  context: SyncContext,
  adapter: SyncAdapter,
  shown: readonly CreatedRecord[],
): Promise<void> {
  const { dates } = context
  const ids = shown.map(({ id }) => id)
  const recorded = await readCreationDates(context.db, adapter.resource, ids)
  const met = shown.filter(({ id }) => recorded.has(id))
  const isKnown = (wire: CreatedRecord) => isSameRecord(recorded.get(wire.id)!, wire, dates.trust)
  const isFirst = shown.length > 0 && !dates.isConfirmed() && !(await isAnythingKnown(context.db))
  const isKnownShown = met.some(isKnown)
  // Another organization may have created one under that id in the same second.
  if (isFirst || (isKnownShown && !dates.elsewhere())) await confirm(context)
  if (met.every(isKnown) && (shown.length === 0 || dates.isConfirmed())) return
  if (await askKnownRecords(context, isKnownShown)) throw conflict(undecided)
}

/**
 * Confirms that the service is the known one before anything is sent, or removed because it is
 * missing, where nothing that was read in the last minutes has shown it. Returns the failure of a
 * service that could not be asked. Throws a `conflict` as above.
 */
export async function confirmService(context: SyncContext): Promise<SyncFailure | null> {
  if (context.dates.isConfirmed() || context.dates.isSettled) return null
  for (const adapter of Object.values(syncAdapters)) {
    const base = await readOldestBase(context.db, adapter.resource)
    if (!base) continue
    const answer = await fetchRecord(context, adapter, base.id)
    if (answer.is === 'record') {
      const isSame = isSameRecord(base, answer.wire, context.dates.trust)
      if (!isSame && !isShownRounded(adapter, base, answer.wire)) break
      await confirm(context)
      return null
    }
    if (answer.is === 'gone') continue
    const failure = toSyncFailure(answer)
    if (!isRecordFailure(failure)) return failure
  }
  return askKnownRecords(context)
}

/** Like `confirmService`, although a record was shown just now: the address may lead elsewhere. */
export function confirmAgain(context: SyncContext): Promise<SyncFailure | null> {
  context.dates.doubt()
  return confirmService(context)
}

/**
 * Requests known records of every kind, once in a pass, the oldest first; in the background only a
 * few where a pass of the last hour found another organization, and these confirm it. Returns null
 * where only the recent ones are others, and where all dates were rewritten, which counts from then
 * on; a failure where the service could not be asked.
 * @param isKnownShown whether a record was shown that is known
 */
async function askKnownRecords(
  context: SyncContext,
  isKnownShown = false,
): Promise<SyncFailure | null> {
  const { dates } = context
  if (dates.isSettled) return null
  dates.doubt()
  let absent = 0
  let useless = 0
  const shown: Shown[] = []
  let same = 0
  let equal = 0
  let shifted = true
  // The person may know that some are there again, or one was shown.
  const reason = context.onRequest || isKnownShown ? null : dates.elsewhere()
  for (const { adapter, base, isExpected } of await sampleKnownRecords(context)) {
    // Dates that were rewritten since would show in equal contents.
    if (reason && absent + shown.length >= fewest && same + equal === 0) throw conflict(reason)
    const answer = await fetchRecord(context, adapter, base.id)
    if (answer.is === 'gone') {
      if (isExpected) absent++
      continue
    }
    if (answer.is !== 'record') {
      const failure = toSyncFailure(answer)
      if (!isRecordFailure(failure)) return failure
      useless++
      if (useless === uselessAllowed && absent + shown.length === 0) break
      continue
    }
    const isSame =
      isSameRecord(base, answer.wire, dates.trust) || isShownRounded(adapter, base, answer.wire)
    if (isSame) await confirm(context)
    // The oldest one is still itself: only the recent past is gone.
    if (isSame && shown.length === 0) break
    // The id of one that is gone may have been given again.
    if (!isSame && !isExpected) continue
    shown.push({ adapter, wire: answer.wire })
    if (isSame) same++
    if (!isZoneShift(base, answer.wire)) shifted = false
    if (adapter.same(adapter.versionOf(base), adapter.versionOf(answer.wire))) equal++
  }
  const shownCount = shown.length
  const areOthers = async () => (await countKnownContents(context, shown)) * 2 <= shownCount
  // A reply that says nothing may stand for one that is gone, too: a question does no harm.
  const missing = absent + useless + shownCount
  const isEmptied = absent > 0 && same === 0 && shownCount < fewest && missing > removalsAllowed
  if (isEmptied && !dates.isConfirmed() && (await areOthers())) {
    await askAboutRemovals(context)
    // One that could not be read may be there: the next pass requests them all again.
    if (useless === 0) dates.noteElsewhere(emptied)
    throw conflict(emptied)
  }
  if (shownCount >= fewest && same * 2 < shownCount) {
    const isRewritten = shownCount - equal <= Math.max(1, shownCount * changedShare)
    if (!isRewritten && (await areOthers())) {
      dates.doubt()
      if (useless === 0) dates.noteElsewhere(elsewhere)
      throw conflict(elsewhere)
    }
    if (isRewritten) await trustDates(context, shifted ? 'zone' : 'none')
    await confirm(context)
  }
  dates.isSettled = true
  return null
}

interface Shown {
  adapter: SyncAdapter
  wire: WireRecord
}

/**
 * Counts the records whose content is known here, under whichever id, or was sent from here: all
 * were deleted, and some created again, under ids that are given a second time.
 */
async function countKnownContents({ db }: SyncContext, shown: readonly Shown[]): Promise<number> {
  let count = 0
  for (const adapter of Object.values(syncAdapters)) {
    const versions = shown
      .filter((one) => one.adapter === adapter)
      .map(({ wire }) => adapter.versionOf(wire))
    const remaining = new Map(versions.map((version) => [adapter.naturalKey(version), version]))
    const find = (known: object) => {
      const key = adapter.naturalKey(known)
      const match = remaining.get(key)
      if (!match || !adapter.same(match, known)) return
      count += versions.filter((one) => adapter.naturalKey(one) === key).length
      remaining.delete(key)
    }
    for (const { sent } of await readOpenCreates(db, adapter.resource)) if (sent) find(sent)
    for await (const base of eachBase(db, adapter.resource)) {
      if (remaining.size === 0) break
      find(adapter.versionOf(base))
    }
  }
  return count
}

/**
 * Not expected is also what the service lost when it was set back, or the person knows is gone. A
 * service that has lost nearly all that is known here may be another one: it has to show it.
 */
async function sampleKnownRecords(
  context: SyncContext,
): Promise<{ adapter: SyncAdapter; base: WireRecord; isExpected: boolean }[]> {
  const since = context.clock.now() - consentLifetime
  const samples = Object.values(syncAdapters).map(async (adapter) => {
    const agreed = await readConsentedRemovals(context.db, adapter.resource, since)
    const bases = await sampleBases(context.db, adapter.resource, sampleSize)
    return bases.map(({ base, isExpected }) => ({
      adapter,
      base,
      isExpected: isExpected && !agreed.has(base.id),
    }))
  })
  const known = (await Promise.all(samples)).flat().toSorted(byCreation)
  const isLeft = ({ base }: { base: WireRecord }) => !isLost(base, context.lost())
  if (known.filter((one) => one.isExpected && isLeft(one)).length < fewest) return known
  return known.map((one) => ({ ...one, isExpected: one.isExpected && isLeft(one) }))
}

/** It is the known service: a question whether everything was deleted is settled. */
async function confirm(context: SyncContext): Promise<void> {
  const wasConfirmed = context.dates.isConfirmed()
  context.dates.confirm()
  if (wasConfirmed) return
  for (const { resource } of Object.values(syncAdapters)) {
    const open = await readOpenRemovalCard(context.db, resource)
    if (!open?.everything) continue
    await commitSync(context, async (tx) => {
      await raiseRemovalCard(tx.trx, resource, null, tx.now)
      tx.inboxChanged = true
    })
  }
}

/** Only the person knows whether all records were deleted, or the address leads elsewhere. */
async function askAboutRemovals(context: SyncContext): Promise<void> {
  await commitSync(context, async (tx) => {
    for (const { resource } of Object.values(syncAdapters)) {
      const remotes = await readExpectedRemotes(tx.trx, resource)
      if (remotes.length === 0) continue
      const removals = { remotes, of: remotes.length, everything: true } as const
      await raiseRemovalCard(tx.trx, resource, removals, tx.now)
      tx.inboxChanged = true
    }
  })
}

const conflict = (message: string) => new FailureError({ code: 'conflict', message })

const byCreation = (one: { base: WireRecord }, other: { base: WireRecord }): number =>
  one.base.created_at < other.base.created_at ? -1 : 1

const undecided =
  'The service shows other records than before, so nothing was received. Stint will check again'
const emptied =
  'None of the records known here exist at this address any more, so nothing was sent or received. Check the address. If they were deleted there, answer the question about them'
const elsewhere =
  'This address now leads to other records, so nothing was sent or received. Check the address, or add it as another account'

/** A change has rewritten when its record was created: some services do that with every change. */
export async function noteRewrittenDate(context: SyncContext): Promise<void> {
  const times = (await readSetting(context.db, rewrittenKey, 0)) + 1
  await writeSetting(context.db, rewrittenKey, times)
  if (times >= rewritesBelieved && context.dates.trust !== 'none') await trustDates(context, 'none')
}

/** Compares by less than the exact date from now on, also after the next start. */
async function trustDates(context: SyncContext, trust: DateTrust): Promise<void> {
  context.log.warn('the service has rewritten when its records were created', { trust })
  context.dates.trust = trust
  await writeSetting(context.db, dateTrustKey, trust)
}
