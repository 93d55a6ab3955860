/**
 * Pulls times and expenses: a window is read page by page, and each page is applied before the next
 * is requested. A record that a complete window lacks is requested by its id before it is removed.
 */
import { toSyncFailure, type SyncContext, type SyncFailure } from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { isListAbsent, type RecordPage } from '../http/list-pages.ts'
import { confirmWindowRead, readWindow } from '../http/read-window.ts'
import type { DateWindow } from '../decide/schedule.ts'
import { applyPulledPage } from '../apply/apply-pulled.ts'
import {
  allWait,
  requireRemovalConsent,
  findMissingBetween,
  withdrawConsentRequests,
  settleMissingRecords,
} from '../apply/missing-records.ts'

export interface PullOptions {
  /** The account is read for the first time: its records are not written to the history. */
  first: boolean
  /**
   * Called between two pages, for work that cannot wait for a long window. A failure ends the
   * window.
   */
  between(): Promise<SyncFailure | null>
  /** Reads that may be under way at once. */
  concurrency?: number
  /** The first page, if it was read already, and when it was requested. */
  begun?: { requestedAt: number; page: RecordPage }
  /** Called when a page was applied. */
  applied?(page: RecordPage): Promise<void>
}

/**
 * `sound`: every record of the window was seen and applied, and the missing ones are settled. When
 * a record was held back until the outcome of a create is known, the window must be read again.
 */
export type PullOutcome = { is: 'pulled'; sound: boolean }

export const listParameters = (context: SyncContext): Record<string, string> =>
  context.capabilities.has('user') ? { include: 'user' } : {}

/** Pulls one window. */
export async function pullWindow(
  context: SyncContext,
  adapter: SyncAdapter,
  window: DateWindow,
  options: PullOptions,
): Promise<PullOutcome | SyncFailure> {
  const startedAt = options.begun?.requestedAt ?? context.clock.now()
  const interruption: { failure: SyncFailure | null } = { failure: null }
  const { concurrency } = options
  let whole = true
  context.recentlyWritten.clear()
  const scan = await readWindow(context.client, adapter, window, {
    parameters: listParameters(context),
    concurrency,
    firstPage: options.begun?.page,
    async onPage(page) {
      const shown = withoutWritten(context, adapter, page)
      if (!(await applyPulledPage(context, adapter, shown, options.first))) whole = false
      await options.applied?.(page)
      if (page.lastPage > 1) {
        await context.showPhase({ is: 'fetching', page: page.page, pages: page.lastPage })
      }
      interruption.failure = await options.between()
      return interruption.failure === null
    },
  })
  if (interruption.failure) return interruption.failure
  if (scan.is !== 'scan') {
    // Every service has times.
    const absent = adapter.resource !== 'time' && isListAbsent(scan)
    return absent ? { is: 'pulled', sound: true } : toSyncFailure(scan)
  }
  if (!scan.sound) return { is: 'pulled', sound: false }

  // What was written since then exists, although the pages may be older.
  const written = [...scan.ids].concat(writtenIds(context, adapter))
  const days = daysOf(window)
  const { of, missing } = await findMissingBetween(
    context,
    adapter,
    days,
    new Set(written),
    startedAt,
  )
  await withdrawConsentRequests(context, adapter, scan.ids)
  if (await allWait(context, adapter, missing)) return { is: 'pulled', sound: whole }
  // One read alone is no reason to ask the person, or to request the missing records one by one.
  const sure = await confirmWindowRead(context.client, adapter, window, scan, concurrency)
  if (sure.is !== 'scan') return toSyncFailure(sure)
  if (!sure.sound) return { is: 'pulled', sound: false }
  const removable = await requireRemovalConsent(context, adapter, missing, of)
  const failure = await settleMissingRecords(context, adapter, removable)
  return failure ?? { is: 'pulled', sound: whole }
}

/**
 * Drops the records that were written after the page was requested, since the page shows their
 * earlier state. They are read again soon.
 */
function withoutWritten(context: SyncContext, adapter: SyncAdapter, page: RecordPage): RecordPage {
  if (context.recentlyWritten.size === 0) return page
  const records = page.records.filter(
    ({ id }) => !context.recentlyWritten.has(`${adapter.path}/${id}`),
  )
  return { ...page, records }
}

/** Ids of the records that were written since the reading of the list began. */
const writtenIds = ({ recentlyWritten }: SyncContext, { path }: SyncAdapter): number[] =>
  [...recentlyWritten]
    .filter((name) => name.startsWith(`${path}/`))
    .map((name) => Number(name.slice(path.length + 1)))

/** Returns the days that a window shows; null: without an end. */
export function daysOf(window: DateWindow): { from: string | null; to: string | null } {
  switch (window.is) {
    case 'day':
      return { from: window.date, to: window.date }
    case 'since':
      return { from: window.from, to: null }
    case 'between':
      return window
  }
}
