/** What calls of the contract answer, beyond the resources themselves: types only. */
import type { Expense } from '../resources/expense.ts'
import type { Capability } from '../resources/service-info.ts'
import type { TimeEntry, TimeEntryProject } from '../resources/time.ts'
import type { Break, DesktopState, TimerQuestion, UpdateState } from './desktop.ts'
import type { Recovery, Trouble } from './integrity.ts'
import type { ProxyTrouble } from './proxy.ts'
import type { Settings } from './settings.ts'

export interface AccountSummary {
  /** Name of the account's folder; never changes. */
  account: string
  kind: 'connected' | 'local' | 'demo'
  /** Name of the organisation, as far as it is known. */
  name: string
  /** Address of the service; null on this machine only. */
  url: string | null
}

export interface ListedAccount extends AccountSummary {
  /** The one that is in use on this machine. */
  current: boolean
  /** Whether a token is kept for it; null where there is no service to sign in to. */
  signedIn: boolean | null
}

/** A timer that runs in an account which is not the open one. */
export interface OtherTimer {
  /** Name of the account's folder. */
  account: string
  /** Name of its organisation. */
  name: string
  /** Epoch milliseconds. */
  startedAt: number
}

/** How the local interface stands: its address where it runs, and what stands in its way. */
export interface LocalApiState {
  url: string | null
  problem: string | null
}

export interface AppState {
  version: string
  host: 'electron' | 'browser' | 'cli'
  /** Null on first run. */
  account: AccountSummary | null
  /** True where the service says who an entry belongs to: colleagues' entries can be told apart. */
  namesUsers: boolean
  /** What its service offers besides the specification; empty without a service. */
  capabilities: Capability[]
  /** Zone of this machine, such as `Europe/Vienna`. */
  zone: string
  settings: Settings
  /** What the desktop around the app can do. */
  desktop: DesktopState
  /** Newer versions; null where this build has no place to look for them. */
  updates: UpdateState | null
  /** The API for programs of this machine; null where this host never serves it. */
  localApi: LocalApiState | null
  /** Timers that go on in other accounts of this machine. */
  otherTimers: OtherTimer[]
  /** Why the account's database cannot be used, and the ways on; null when all is well. */
  trouble: Trouble | null
  /** What was done about the database, until the person has read it (`trouble.dismiss`). */
  recovery: Recovery | null
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
  /** One for each day that has entries which count. */
  days: DayTotals[]
  /** Local ids of entries that are somebody else's: shown, and counted only under everyone's. */
  others: number[]
}

export interface ExpenseRange {
  /** Newest first. */
  expenses: Expense[]
  /** Local ids of expenses that are somebody else's. */
  others: number[]
}

/** Minutes that belong together. */
export interface TimeTotal {
  /** The day, or the local id of the project, task or client; null: entries without one. */
  key: string | number | null
  minutes: number
  entries: number
}

/** What setting cells of the timesheet did. */
export interface CellsDone {
  /** The change's number; null where everything stood like that already. */
  change: number | null
  /** Entries. */
  added: number
  changed: number
  removed: number
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
      /** Parts of the run that do not count, oldest first. */
      breaks: Break[]
      /** What waits for the person's answer; null when nothing does. */
      question: TimerQuestion | null
    }

/** Work that can be started again. */
export interface RecentWork {
  project: TimeEntryProject
  task: { local: number; id: number | null; name: string; deleted: boolean }
  notes: string | null
  /** Epoch milliseconds at which it last ended, as far as entries tell; null for never. */
  lastUsed: number | null
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
  /** True while it is taken back. Undos and redos themselves never are: each is taken back by the other. */
  undone: boolean
}

/** Whatever has a history. */
export type RecordedResource =
  'time' | 'expense' | 'category' | 'project' | 'client' | 'task' | 'charge' | 'timer'

/** A value as a person reads it: related records by their names. */
export type ReadableValue = string | number | boolean | string[] | null

export interface ChangedField {
  /** Named as the API names it; a related record without `_id`: `project`. */
  field: string
  /** Null also where the record did not exist. */
  before: ReadableValue
  after: ReadableValue
}

/** What a change did to one record. */
export interface ChangedRecord {
  resource: RecordedResource
  local: number
  title: string
  was: 'added' | 'changed' | 'deleted'
  /** Those that differ; of an added or deleted record those that have a value. */
  fields: ChangedField[]
  /** What its numbers count, after the change: minutes of an increment, and the currency. */
  units: { increment: number | null; currency: string | null }
}

export interface ChangeDetail extends ChangeSummary {
  records: ChangedRecord[]
  /** How many more records a large change concerned. */
  more: number
}

export interface TrashItem {
  /** Names the item; goes up with each deletion. */
  item: number
  resource: Exclude<RecordedResource, 'timer'>
  local: number
  title: string
  /** Who deleted it. */
  actor: 'person' | 'sync' | 'import'
  /** Epoch milliseconds. */
  deletedAt: number
  /** When it goes for good, epoch milliseconds. */
  expiresAt: number
}

export interface TrashPage {
  items: TrashItem[]
  /** How many there are in all. */
  total: number
}

/** What the sync does at the moment. Times in epoch milliseconds. */
export type SyncPhase =
  | { is: 'idle' }
  | { is: 'sending'; done: number; of: number }
  | { is: 'fetching'; page: number; pages: number | null }
  /** Requests show that the service cannot be reached; `proxy`: for what a proxy has to do with. */
  | { is: 'offline'; since: number; nextTry: number; proxy?: ProxyTrouble }
  /** A page of the network, such as a wifi's login, answers in place of the service. */
  | { is: 'portal'; since: number; nextTry: number }
  /**
   * The service answers, but is no help at the moment: it says that it has trouble, asks to be
   * left alone for a while, or answers what cannot be read.
   */
  | { is: 'service'; why: 'trouble' | 'busy' | 'unreadable'; since: number; nextTry: number }
  /** This machine's disk or database is in the way, or a mistake of ours; `why` is a plain sentence. */
  | { is: 'problem'; why: string; since: number; nextTry: number }
  /** The token is not taken any more; `byPerson`: none is kept here, since the person signed out. */
  | { is: 'signed-out'; byPerson?: true }
  /** All is well but this machine's clock: so many milliseconds ahead (or behind, when negative). */
  | { is: 'clock'; ahead: number }
  /** The person wants nothing sent or fetched by itself. */
  | { is: 'paused' }
  /** No service: work stays on this machine. */
  | { is: 'local' }

/** One half of the sync does not come through. */
export interface SyncSetback {
  /** Epoch milliseconds. */
  since: number
  /** A plain sentence. */
  text: string
}

/** What the service does not have yet, each record and question once. */
export interface UnsentCounts {
  /** Changes that go out by themselves, or were sent and are not answered yet. */
  pending: number
  /** Records that name others which only this machine knows: the person says what they belong to. */
  held: number
  /** Entries without what the service needs: the person completes them. */
  drafts: number
  /** Questions to the person. */
  inbox: number
}

export interface SyncStatus extends UnsentCounts {
  phase: SyncPhase
  /** Each is cleared by the next time that it goes well. */
  sending: SyncSetback | null
  fetching: SyncSetback | null
  /** When all that was due was last read, epoch milliseconds: what is near, and what is seldom due. */
  lastSync: number | null
  /**
   * As of when everything that the service has is here, however old, epoch milliseconds; null while
   * it was never read to the end.
   */
  lastComplete: number | null
}

/**
 * Where an unsent record stands. `checking`: it was sent and the answer was lost, so the service is
 * looked at before it is sent again. `held`: it names a record that only this machine knows.
 */
export type OutboxState = 'pending' | 'sending' | 'checking' | 'held' | 'draft'

export interface OutboxItem {
  resource: 'time' | 'expense' | 'category'
  local: number
  title: string
  what: 'new' | 'changed' | 'deleted'
  state: OutboxState
  /** When the person last changed it, epoch milliseconds; null where that is not known. */
  at: number | null
  /** Code of its project, else its name; null where it has none. */
  project: string | null
  date: string | null
}

export interface Outbox {
  items: OutboxItem[]
  /** How many there are in all. */
  total: number
}

/** What one pass did; those that follow each other, do nothing and end alike are told as one. */
export interface SyncPass {
  /** Epoch milliseconds, of the first and the last of them. */
  from: number
  to: number
  /** How many there were. */
  passes: number
  /** What it did and why it ended, in plain words. */
  text: string
  sent: number
  received: number
  setAside: number
  requests: number
  /** Milliseconds that they took together. */
  duration: number
  /** True when it came to its end. */
  complete: boolean
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

/** One of the service's records that a local one may be. */
export interface MatchSuggestion {
  local: number
  id: number
  name: string
  code: string
  why: 'code' | 'name' | 'alike'
}

/** A record that only this machine knows. */
export interface Unmatched {
  kind: 'project' | 'client' | 'task' | 'charge'
  local: number
  name: string
  /** Empty where its kind has none. */
  code: string
  /** Entries that use it; of a client, its projects. */
  uses: number
  suggestion: MatchSuggestion | null
}
