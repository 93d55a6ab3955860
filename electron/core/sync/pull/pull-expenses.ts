/**
 * Pulls expenses as they change: by `updated_at`, newest first, back to where the last read ended.
 * Deletions do not show there: counts (pull-by-position.ts) and full reads reveal them.
 */
import { toTimestamp } from '#shared/rules/calendar.ts'
import { toSyncFailure, type SyncContext, type SyncFailure } from '../pass/sync-context.ts'
import { expenseAdapter } from '../records/expense-adapter.ts'
import { parseServiceTimestamp } from '../decide/match-create.ts'
import { pageLimit, isListAbsent } from '../http/list-pages.ts'
import { readWindow } from '../http/read-window.ts'
import { applyPulledPage } from '../apply/apply-pulled.ts'
import { listParameters, type PullOptions } from './pull-window.ts'

/**
 * Milliseconds that are read again before the cursor: a record can become visible later than one
 * that was written after it.
 */
const overlap = 5 * 60_000

/** `cursor` is where the next read ends; unchanged when this read was not complete (`sound`). */
export type PulledExpenses = { is: 'read'; cursor: string | null; sound: boolean }

/**
 * Pulls the expenses that changed since the cursor.
 * @param cursor the newest `updated_at` in a complete read; null: no read was complete
 */
export async function pullExpenses(
  context: SyncContext,
  cursor: string | null,
  options: PullOptions,
): Promise<PulledExpenses | SyncFailure> {
  const from = cursor === null ? null : toTimestamp(parseServiceTimestamp(cursor) - overlap)
  const interruption: { failure: SyncFailure | null } = { failure: null }
  let newest: string | null = null
  let whole = true
  const scan = await readWindow(
    context.client,
    expenseAdapter,
    { is: 'updated', from },
    {
      parameters: listParameters(context),
      limit: pageLimit,
      concurrency: options.concurrency,
      async onPage(page) {
        // A later page only has older records, or ones that were changed since this page.
        newest ??= page.records[0]?.updated_at ?? null
        // This record may be the result of a create with an unknown outcome: it must be read again.
        if (!(await applyPulledPage(context, expenseAdapter, page, options.first))) whole = false
        interruption.failure = await options.between()
        return interruption.failure === null
      },
    },
  )
  if (interruption.failure) return interruption.failure
  if (scan.is !== 'scan')
    return isListAbsent(scan) ? { is: 'read', cursor, sound: true } : toSyncFailure(scan)
  // Unreadable records are stored with their text; they are no reason to read the same pages
  // forever.
  const sound = scan.sound && whole
  return { is: 'read', cursor: sound ? (newest ?? cursor) : cursor, sound }
}
