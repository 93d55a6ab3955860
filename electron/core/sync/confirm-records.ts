/**
 * Looks at what the service shows before anything of it is applied: are these the records that are
 * known here? Those that were created at another time are other records under known ids
 * (displaced-records.ts), unless something happened to all of them. Before the first one of a pass
 * is judged, known records are requested to tell.
 */
import { FailureError } from '#shared/errors.ts'
import {
  isSameRecord,
  isZoneShift,
  readCreationDates,
  sampleBases,
  type CreatedRecord,
  type DateTrust,
} from '../store/record-identity.ts'
import { type WireRecord } from '../store/record-sync-state.ts'
import { readSetting, writeSetting } from '../store/settings.ts'
import { fetchRecord } from './record-requests.ts'
import { isRecordFailure, toSyncFailure, type SyncContext } from './sync-context.ts'
import type { SyncAdapter } from './adapters/sync-adapter.ts'
import { syncAdapters } from './adapters/sync-adapters.ts'

const key = 'sync-created-dates'

export const readDateTrust = (db: SyncContext['db']): Promise<DateTrust> =>
  readSetting<DateTrust>(db, key, 'exact')

/** Fewer records than this show nothing about the whole service. */
const fewest = 3
/** How many known records of a kind are requested to find out what happened. */
const sampleSize = 20
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
  const { resource } = adapter
  const ids = shown.map(({ id }) => id)
  const known = await readCreationDates(context.db, resource, ids)
  const isKnown = (wire: CreatedRecord) =>
    isSameRecord(known.get(wire.id)!, wire, context.dates.trust)
  const met = shown.filter(({ id }) => known.has(id))
  if (met.some(isKnown)) context.dates.isConfirmed = true
  if (met.every(isKnown) || (await askKnownRecords(context))) return
  throw new FailureError({ code: 'conflict', message: undecided })
}

/**
 * Confirms that the service is the known one before records are created, where nothing that was
 * read in this pass has shown it. Throws a `conflict` as above.
 */
export async function confirmService(context: SyncContext): Promise<void> {
  if (!context.dates.isConfirmed) await askKnownRecords(context)
}

/**
 * Requests known records of every kind, once in a pass, the oldest first. Returns true where only
 * the recent ones are others, and where all dates were rewritten, which counts from then on; false
 * where the service could not be asked.
 */
async function askKnownRecords(context: SyncContext): Promise<boolean> {
  if (context.dates.isSettled) return true
  const sample: { adapter: SyncAdapter; base: WireRecord }[] = []
  for (const adapter of Object.values(syncAdapters)) {
    const bases = await sampleBases(context.db, adapter.resource, sampleSize)
    for (const base of bases) sample.push({ adapter, base })
  }
  let found = 0
  let same = 0
  let equal = 0
  let shifted = true
  for (const { adapter, base } of sample.toSorted(byCreation)) {
    const answer = await fetchRecord(context, adapter, base.id)
    if (answer.is === 'gone') continue
    if (answer.is !== 'record') {
      const trouble = toSyncFailure(answer)
      if (isRecordFailure(trouble)) continue
      return false
    }
    const isSame = isSameRecord(base, answer.wire, context.dates.trust)
    // The oldest one is still itself: only the recent past is gone.
    if (isSame) context.dates.isConfirmed = true
    if (isSame && found === 0) break
    found++
    if (isSame) same++
    if (!isZoneShift(base, answer.wire)) shifted = false
    if (adapter.same(adapter.versionOf(base), adapter.versionOf(answer.wire))) equal++
  }
  if (found >= fewest && same * 2 < found) {
    if (found - equal > Math.max(1, found * changedShare))
      throw new FailureError({ code: 'conflict', message: elsewhere })
    await trustDates(context, shifted ? 'zone' : 'none')
  }
  context.dates.isSettled = true
  return true
}

const byCreation = (one: { base: WireRecord }, other: { base: WireRecord }): number =>
  one.base.created_at < other.base.created_at ? -1 : 1

const undecided =
  'The service shows other records than before, so nothing was received. Stint will check again'
const elsewhere =
  'This address now leads to other records, so nothing was sent or received. Check the address, or add it as another account'

/** Compares by less than the exact date from now on, also after the next start. */
async function trustDates(context: SyncContext, trust: DateTrust): Promise<void> {
  context.log.warn('the service has rewritten when its records were created', { trust })
  context.dates.trust = trust
  await writeSetting(context.db, key, trust)
}
