/**
 * Receiving times and expenses: a window is read page by page and each page applied before the next
 * is asked for. What a complete window does not show is asked for by its id before it goes.
 */
import { troubleOf, type SyncContext, type Trouble } from './context.ts'
import type { Kind } from './kinds/kind.ts'
import { isAbsent, type RecordPage } from './pages.ts'
import { confirmWalk, walkWindow, type Window } from './walks.ts'
import { applyPage } from './pull-records.ts'
import {
  allWait,
  consentedRemovals,
  missingBetween,
  noConsentNeeded,
  settleMissing,
} from './removals.ts'

export interface PullOptions {
  /** The first time that this account is read: its records are no news for the history. */
  first: boolean
  /** Runs between two pages: what cannot wait for a long window. Trouble ends the window. */
  between(): Promise<Trouble | null>
  /** Reads that may be under way at once. */
  concurrency?: number
  /** The first page, which was read already, and when it was asked for. */
  begun?: { askedAt: number; page: RecordPage }
  /** A page was applied. */
  applied?(page: RecordPage): Promise<void>
}

/**
 * `sound`: every record of the window was seen and taken in, and what is missing there is settled.
 * Where one was held back until a create's fate is known, it is to be read again.
 */
export type Pulled = { is: 'pulled'; sound: boolean }

/** Windows of days. */
export type DayWindow = Extract<Window, { is: 'day' | 'since' | 'between' }>

export const listParameters = (context: SyncContext): Record<string, string> =>
  context.can.has('user') ? { include: 'user' } : {}

/** Brings one window up to date. */
export async function pullWindow(
  context: SyncContext,
  kind: Kind,
  window: DayWindow,
  options: PullOptions,
): Promise<Pulled | Trouble> {
  const startedAt = options.begun?.askedAt ?? context.clock.now()
  const interruption: { trouble: Trouble | null } = { trouble: null }
  const { concurrency } = options
  let whole = true
  context.written.clear()
  const walk = await walkWindow(context.client, kind, window, {
    parameters: listParameters(context),
    concurrency,
    firstPage: options.begun?.page,
    async onPage(page) {
      const shown = withoutWritten(context, kind, page)
      if (!(await applyPage(context, kind, shown, options.first))) whole = false
      await options.applied?.(page)
      if (page.lastPage > 1) {
        await context.show({ is: 'fetching', page: page.page, pages: page.lastPage })
      }
      interruption.trouble = await options.between()
      return interruption.trouble === null
    },
  })
  if (interruption.trouble) return interruption.trouble
  if (walk.is !== 'walk') {
    // There is no service without times.
    const absent = kind.resource !== 'time' && isAbsent(walk)
    return absent ? { is: 'pulled', sound: true } : troubleOf(walk)
  }
  if (!walk.sound) return { is: 'pulled', sound: false }

  const { of, missing } = await missingBetween(context, kind, daysOf(window), walk.ids, startedAt)
  await noConsentNeeded(context, kind, walk.ids)
  if (await allWait(context, kind, missing)) return { is: 'pulled', sound: whole }
  // Neither the person nor the records' own addresses are asked for what one reading did not show.
  const sure = await confirmWalk(context.client, kind, window, walk, concurrency)
  if (sure.is !== 'walk') return troubleOf(sure)
  if (!sure.sound) return { is: 'pulled', sound: false }
  const going = await consentedRemovals(context, kind, missing, of)
  const trouble = await settleMissing(context, kind, going)
  return trouble ?? { is: 'pulled', sound: whole }
}

/**
 * Pages are asked for before others are applied: what was written in between shows as it was
 * before. It is read again soon enough.
 */
function withoutWritten(context: SyncContext, kind: Kind, page: RecordPage): RecordPage {
  if (context.written.size === 0) return page
  const records = page.records.filter(({ id }) => !context.written.has(`${kind.path}/${id}`))
  return { ...page, records }
}

function daysOf(window: DayWindow): { from: string | null; to: string | null } {
  switch (window.is) {
    case 'day':
      return { from: window.date, to: window.date }
    case 'since':
      return { from: window.from, to: null }
    case 'between':
      return window
  }
}
