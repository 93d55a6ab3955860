/**
 * Looks at a page before anything of it is applied: are these the records that are known here? A
 * few that were created at another time are other records under known ids (displaced-records.ts).
 * If most of a page differ, something happened to all of them: other records of the service tell
 * what, and nothing is applied before that is known.
 */
import { FailureError } from '#shared/errors.ts'
import {
  isSameRecord,
  isZoneShift,
  readCreationDates,
  sampleBases,
  type CreatedRecord,
  type DateTrust,
} from '../store/record-sync-state.ts'
import { readSetting, writeSetting } from '../store/settings.ts'
import { fetchRecord } from './record-requests.ts'
import { isRecordFailure, toSyncFailure, type SyncContext } from './sync-context.ts'
import type { SyncAdapter } from './adapters/sync-adapter.ts'

const key = 'sync-created-dates'

export const readDateTrust = (db: SyncContext['db']): Promise<DateTrust> =>
  readSetting<DateTrust>(db, key, 'exact')

/** Fewer records of a page than this are always judged one by one. */
const fewest = 3
/** How many known records are requested to find out what happened. */
const sampleSize = 20
/** This share of them has the known content if only the dates were rewritten. */
const rewrittenShare = 0.9

/**
 * Confirms that a page belongs to the service that is known here. Throws a `conflict` if it does
 * not: another organisation's service answers at the address.
 */
export async function confirmRecords(
  context: SyncContext,
  adapter: SyncAdapter,
  shown: readonly CreatedRecord[],
): Promise<void> {
  const { resource } = adapter
  const ids = shown.map(({ id }) => id)
  const known = await readCreationDates(context.db, resource, ids)
  const differing = shown.filter((wire) => {
    const one = known.get(wire.id)
    return one && !isSameRecord(one, wire, context.dates.trust)
  })
  if (differing.length < fewest || differing.length * 2 <= known.size) return
  let found = 0
  let equal = 0
  let shifted = differing.every((wire) => isZoneShift(known.get(wire.id)!, wire))
  for (const base of await sampleBases(context.db, resource, sampleSize)) {
    const answer = await fetchRecord(context, adapter, base.id)
    if (answer.is === 'gone') continue
    if (answer.is !== 'record') {
      const trouble = toSyncFailure(answer)
      if (isRecordFailure(trouble)) continue
      throw new FailureError({ code: 'conflict', message: undecided })
    }
    // A service that was restored from a backup still has what is older than that.
    if (isSameRecord(base, answer.wire, context.dates.trust)) return
    found++
    if (!isZoneShift(base, answer.wire)) shifted = false
    if (adapter.same(adapter.versionOf(base), adapter.versionOf(answer.wire))) equal++
  }
  if (found > 0 && equal >= found * rewrittenShare) {
    return trustDates(context, shifted ? 'zone' : 'none')
  }
  throw new FailureError({ code: 'conflict', message: elsewhere })
}

const undecided =
  'The service shows other records than before, so nothing was received. Stint will check again'
const elsewhere =
  'This address now leads to other records, so nothing was received. Check the address, or add it as another account'

/** Compares by less than the exact date from now on, also after the next start. */
async function trustDates(context: SyncContext, trust: DateTrust): Promise<void> {
  context.log.warn('the service has rewritten when its records were created', { trust })
  context.dates.trust = trust
  await writeSetting(context.db, key, trust)
}
