/**
 * Pulls categories: the whole list, and by its id each one whose members may have changed. The list
 * only has the number of members, and equal counts can hide swapped ones. A swap changes
 * `updated_at`, in whole seconds: a category that was seen within that second is requested once
 * more. A service need not change it, so once a day every category is requested.
 */
import type { CategoryWire } from '#shared/resources/category.ts'
import { fromTimestamp } from '#shared/rules/calendar.ts'
import { readMappedCategories } from '../../store/sync/mapped-records.ts'
import { isSameRecord } from '../../store/sync/record-identity.ts'
import {
  patchSyncRecord,
  readSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import { findLocalId } from '../../store/sync/sync-records.ts'
import {
  commitSync,
  isRecordFailure,
  toSyncFailure,
  type SyncContext,
  type SyncFailure,
} from '../pass/sync-context.ts'
import { categoryAdapter } from '../records/category-adapter.ts'
import { isListAbsent, type RecordPage } from '../http/list-pages.ts'
import { confirmWindowRead, readWindow } from '../http/read-window.ts'
import { applyUnreadable, applyPulledPage } from '../apply/apply-pulled.ts'
import type { PullOutcome, PullOptions } from './pull-window.ts'
import { fetchRecord } from '../pass/record-requests.ts'
import {
  allWait,
  requireRemovalConsent,
  filterMissing,
  withdrawConsentRequests,
  settleMissingRecords,
} from '../apply/missing-records.ts'
import { requestTimeout, stampSettles } from '../decide/sync-timings.ts'

/**
 * @param each whether to request every category, not only those that differ in the list
 */
export async function pullCategories(
  context: SyncContext,
  options: PullOptions & { each: boolean },
): Promise<PullOutcome | SyncFailure> {
  const startedAt = context.clock.now()
  const pages: RecordPage[] = []
  const scan = await readWindow(
    context.client,
    categoryAdapter,
    { is: 'named' },
    {
      onPage(page) {
        pages.push(page)
        return Promise.resolve(true)
      },
    },
  )
  if (scan.is !== 'scan')
    return isListAbsent(scan) ? { is: 'pulled', sound: true } : toSyncFailure(scan)
  let sound = scan.sound
  for (const page of pages) {
    await commitSync(context, (tx) => applyUnreadable(tx, categoryAdapter, page))
    for (const listed of page.records) {
      if (!options.each && !(await differs(context, listed as CategoryWire))) continue
      const requestedAt = context.clock.now()
      const answer = await fetchRecord(context, categoryAdapter, listed.id)
      if (answer.is === 'record') {
        const shown = { records: [answer.wire], bad: [] }
        if (!(await applyPulledPage(context, categoryAdapter, shown, options.first))) sound = false
        await writeSeenAt(context, listed.id, requestedAt)
      } else {
        const failure = answer.is === 'gone' ? null : toSyncFailure(answer)
        if (failure && !isRecordFailure(failure)) return failure
        sound = false
      }
      const failure = await options.between()
      if (failure) return failure
    }
  }
  if (!scan.sound) return { is: 'pulled', sound: false }
  await withdrawConsentRequests(context, categoryAdapter, scan.ids)
  const mapped = await readMappedCategories(context.db, context.organisation)
  const missing = filterMissing(mapped, scan.ids, { startedAt, now: context.clock.now() })
  if (await allWait(context, categoryAdapter, missing)) return { is: 'pulled', sound }
  const sure = await confirmWindowRead(context.client, categoryAdapter, { is: 'named' }, scan)
  if (sure.is !== 'scan') return toSyncFailure(sure)
  if (!sure.sound) return { is: 'pulled', sound: false }
  const removable = await requireRemovalConsent(context, categoryAdapter, missing, mapped.length)
  const failure = await settleMissingRecords(context, categoryAdapter, removable)
  return failure ?? { is: 'pulled', sound }
}

/** Returns true unless the list shows exactly what is known of the category. */
async function differs(context: SyncContext, listed: CategoryWire): Promise<boolean> {
  const local = await findLocalId(context.db, 'category', listed.id)
  const state = local === undefined ? undefined : await readSyncState(context.db, 'category', local)
  // The version set aside for a conflict counts only while the record is dirty: once the person has
  // reverted their part, it has not been applied.
  const latest = state?.dirty ? (state.newer ?? state.base) : state?.base
  const received = latest as (WireRecord & CategoryWire) | null | undefined
  if (!received || received.deleted) return true
  const receivedAt = (state?.seenAt ?? 0) + (context.clockOffset() ?? 0)
  return (
    !isSameRecord(received, listed, context.dates.trust) ||
    received.name !== listed.name ||
    received.updated_at !== listed.updated_at ||
    // The reply that showed it may have been under way for a long time.
    receivedAt - requestTimeout < fromTimestamp(received.updated_at) + stampSettles ||
    // A service without these counts says nothing about the members either.
    (received.tasks?.length ?? 0) !== (listed.tasks_count ?? -1) ||
    (received.charges?.length ?? 0) !== (listed.charges_count ?? -1)
  )
}

/** Records when the category was seen, also where nothing was new. */
async function writeSeenAt(context: SyncContext, remote: number, at: number): Promise<void> {
  await commitSync(context, async ({ trx }) => {
    const local = await findLocalId(trx, 'category', remote)
    if (local !== undefined) await patchSyncRecord(trx, 'category', local, { seen_at: at })
  })
}
