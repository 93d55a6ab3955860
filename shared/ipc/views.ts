/** What calls of the contract answer, beyond the resources themselves: types only. */
import type { Capability } from '../resources/service-info.ts'
import type { TimeEntry, TimeEntryProject } from '../resources/time.ts'
import type { RoundingRule } from '../rules/increments.ts'

export interface AccountSummary {
  /** Name of the account's folder; never changes. */
  account: string
  kind: 'connected' | 'local' | 'demo'
  /** Name of the organisation, as far as it is known. */
  name: string
  /** Address of the service; null on this machine only. */
  url: string | null
}

export interface AppState {
  version: string
  host: 'electron' | 'browser' | 'cli'
  /** Null on first run. */
  account: AccountSummary | null
  /** Zone of this machine, such as `Europe/Vienna`. */
  zone: string
  settings: { theme: 'system' | 'light' | 'dark'; rounding: RoundingRule }
  /** Why the account's database cannot be used, in plain words; null when all is well. */
  trouble: string | null
}

export interface ServiceCheck {
  /** Address as it will be used: without a trailing slash. */
  url: string
  name: string
  capabilities: Capability[]
  /** Who the token belongs to, where the service says. */
  user: string | null
}

export interface DayTotals {
  date: string
  minutes: number
  entries: number
}

export interface DayRange {
  /** Newest first. */
  entries: TimeEntry[]
  /** One for each day that has entries. */
  days: DayTotals[]
}

export type TimerStatus =
  | { running: false }
  | {
      running: true
      /** Epoch milliseconds. */
      startedAt: number
      zone: string
      project: TimeEntryProject | null
      task: { local: number; id: number | null; name: string; deleted: boolean } | null
      notes: string | null
      /** Minutes of one increment: the project's, or the default. */
      increment: number
    }

export interface ChangeSummary {
  change: number
  /** Epoch milliseconds. */
  at: number
  actor: 'person' | 'sync' | 'import'
  /** Such as `times.create`. */
  action: string
  /** What it was, in plain words: `Deleted “Invoice prep”`. */
  summary: string
  undone: boolean
}

/** What the sync does at the moment; each fact is cleared by its next success. */
export type SyncPhase =
  | { is: 'idle' }
  | { is: 'sending'; done: number; of: number }
  | { is: 'fetching'; page: number; pages: number | null }
  /** The service cannot be reached; `nextTry` in epoch milliseconds. */
  | { is: 'offline'; since: number; nextTry: number }
  /** The token is not taken any more. */
  | { is: 'signed-out' }
  /** No service: work stays on this machine. */
  | { is: 'local' }

export interface SyncStatus {
  phase: SyncPhase
  /** Changes that the service does not have yet. */
  pending: number
  /** Records that wait for a decision. */
  inbox: number
  /** Epoch milliseconds of the last complete cycle. */
  lastSync: number | null
}

export interface SyncReport {
  /** Writes that the service acknowledged. */
  pushed: number
  /** Records that were new or changed on the service. */
  pulled: number
  pending: number
  inbox: number
  requests: number
}
