/** The service's word that a record is gone, kept with the record until it is settled. */
import { noLongerAsked } from '../store/removal-consent.ts'
import { patchRecord, type RecordState } from '../store/record-state.ts'
import type { Work } from './work.ts'

/** Nothing will say so again: whatever holds its removal back ends one day. */
export const isKnownGone = (work: Work, { resource, local }: RecordState): Promise<void> =>
  patchRecord(work.trx, resource, local, { gone: 1 })

/**
 * The person wants to keep it although the service seems to have deleted it: a list, or the feed, may
 * be wrong. Sending asks its own address, and makes it anew only when that says so too.
 */
export const keepWhateverBecame = (work: Work, { resource, local }: RecordState): Promise<void> =>
  patchRecord(work.trx, resource, local, { gone: 3, dirty: 1, parked: null })

/** The service shows it (again). */
export async function isThereAfterAll(
  work: Work,
  { resource, local, remote }: RecordState,
): Promise<void> {
  await patchRecord(work.trx, resource, local, { gone: 0 })
  await noLongerAsked(work.trx, resource, remote, work.now)
}
