/**
 * Receiving expenses as they change: by `updated_at`, newest first, back to where the last reading
 * ended. What was deleted does not show there: counts do (ranks.ts), and reading everything.
 */
import { toTimestamp } from '#shared/rules/calendar.ts'
import { troubleOf, type SyncContext, type Trouble } from './context.ts'
import { expenseKind } from './kinds/expense.ts'
import { instantOf } from './match.ts'
import { firstLimit, isAbsent } from './pages.ts'
import { walkWindow } from './walks.ts'
import { applyPage } from './pull-records.ts'
import { listParameters, type PullOptions } from './pull-window.ts'

/**
 * How far behind the cursor reading goes on: a record can become visible later than one that was
 * written after it.
 */
const overlap = 5 * 60_000

/** `cursor` is where the next reading ends; the one given, when this one was not complete (`sound`). */
export type ReadExpenses = { is: 'read'; cursor: string | null; sound: boolean }

/**
 * @param cursor the newest `updated_at` that a complete reading showed; null: none was complete
 */
export async function pullExpenses(
  context: SyncContext,
  cursor: string | null,
  options: PullOptions,
): Promise<ReadExpenses | Trouble> {
  const from = cursor === null ? null : toTimestamp(instantOf(cursor) - overlap)
  const interruption: { trouble: Trouble | null } = { trouble: null }
  let newest: string | null = null
  let whole = true
  const walk = await walkWindow(
    context.client,
    expenseKind,
    { is: 'updated', from },
    {
      parameters: listParameters(context),
      limit: firstLimit,
      concurrency: options.concurrency,
      async onPage(page) {
        // A page that came later shows only what is older, or what was changed since this one.
        newest ??= page.records[0]?.updated_at ?? null
        // A create whose fate is open may be this record: it is to be seen again.
        if (!(await applyPage(context, expenseKind, page, options.first))) whole = false
        interruption.trouble = await options.between()
        return interruption.trouble === null
      },
    },
  )
  if (interruption.trouble) return interruption.trouble
  if (walk.is !== 'walk')
    return isAbsent(walk) ? { is: 'read', cursor, sound: true } : troubleOf(walk)
  // What was set aside is kept with its text; it is no reason to read the same again for ever.
  const sound = walk.sound && whole
  return { is: 'read', cursor: sound ? (newest ?? cursor) : cursor, sound }
}
