/**
 * Every call and event between a window (or a script) and the core: the only list, with one file
 * per domain in `calls/`. The dispatcher validates arguments by these schemas; the types of both
 * ends follow from them.
 */
import type { Result } from '../errors.ts'
import type { z } from '../resources/zod.ts'
import { accountCalls } from './calls/accounts.ts'
import { backupCalls } from './calls/backup.ts'
import { categoryCalls } from './calls/categories.ts'
import { desktopCalls } from './calls/desktop.ts'
import { expenseCalls } from './calls/expenses.ts'
import { historyCalls } from './calls/history.ts'
import { inboxCalls } from './calls/inbox.ts'
import { matchingCalls } from './calls/matching.ts'
import { networkCalls } from './calls/network.ts'
import { referenceCalls } from './calls/references.ts'
import { reportCalls } from './calls/reports.ts'
import { syncCalls } from './calls/sync.ts'
import { timeCalls } from './calls/times.ts'
import { timerCalls } from './calls/timer.ts'
import { transferCalls } from './calls/transfer.ts'
import { trashCalls } from './calls/trash.ts'
import { webhookCalls } from './calls/webhooks.ts'
import type { ChangedResource } from './changed-resources.ts'
import type { Reminder } from './desktop.ts'
import type { SyncStatus, TimerStatus } from './call-results.ts'

export const contract = {
  ...accountCalls,
  ...referenceCalls,
  ...webhookCalls,
  ...matchingCalls,
  ...timeCalls,
  ...expenseCalls,
  ...categoryCalls,
  ...timerCalls,
  ...desktopCalls,
  ...networkCalls,
  ...reportCalls,
  ...transferCalls,
  ...historyCalls,
  ...trashCalls,
  ...inboxCalls,
  ...syncCalls,
  ...backupCalls,
} as const

export type Contract = typeof contract
export type CallName = keyof Contract
export type CallInput<Name extends CallName> = z.input<Contract[Name]['arguments']>
export type CallArguments<Name extends CallName> = z.output<Contract[Name]['arguments']>
export type CallValue<Name extends CallName> = Exclude<Contract[Name]['value'], undefined>

/**
 * The result of a call. `change` is the number of the change that it made, if any: `history.undo`
 * undoes exactly that one.
 */
export type CallResult<Value> =
  | (Extract<Result<Value>, { ok: true }> & { readonly change?: number })
  | Extract<Result<Value>, { ok: false }>

/** Calls without an argument can be made with the name alone. */
export type CallParameters<Name extends CallName> =
  undefined extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]

/** What the core sends to every window. Windows re-read what they show; events carry no records. */
export type CoreEvent =
  | {
      readonly event: 'changed'
      readonly resource: ChangedResource
      readonly locals: number[] | 'all'
    }
  | { readonly event: 'timer'; readonly status: TimerStatus }
  | { readonly event: 'sync'; readonly status: SyncStatus }
  | { readonly event: 'reminder'; readonly reminder: Reminder }
  /** “Not now” was chosen in one window: all windows hide the reminder of this kind. */
  | { readonly event: 'reminder-dismissed'; readonly reminder: Reminder['is'] }
  /** Progress of an import. */
  | {
      readonly event: 'import'
      readonly import: number
      readonly done: number
      readonly of: number
    }
  /** The host asks the receiving window to show a page, such as `/sync`. */
  | { readonly event: 'navigate'; readonly path: string }
  /** The account or its settings changed: windows re-read everything on screen. */
  | { readonly event: 'app-state-changed' }

export type { ChangedResource }
