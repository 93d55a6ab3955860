/** Types of what calls of the contract return, beyond the resources themselves. */
import type { Expense } from '../resources/expense.ts'
import type { ReferenceFacts } from '../rules/reference-facts.ts'
import type { Capability } from '../resources/service-info.ts'
import type { TimeEntry, TimeEntryProject } from '../resources/time.ts'
import type { Sentence } from '../sentences/sentence.ts'
import type { TimerBreak, DesktopState, TimerQuestion, UpdateState } from './desktop.ts'
import type { DatabaseRecovery, DatabaseProblem } from './database-integrity.ts'
import type { CurrencyAmount } from './reports.ts'
import type { ProxyFailure } from './proxy.ts'
import type { Settings } from './settings.ts'

export interface AccountSummary {
  /** Name of the account's folder; never changes. */
  account: string
  kind: 'connected' | 'local' | 'demo'
  /** Name of the organisation, where known. */
  name: string
  /** URL of the service; null for a local account. */
  url: string | null
}

export interface ListedAccount extends AccountSummary {
  /** True for the account in use on this computer. */
  current: boolean
  /** Whether a token is stored for it; null where there is no service to sign in to. */
  signedIn: boolean | null
}

/** A timer that runs in an account other than the open one. */
export interface OtherTimer {
  /** Name of the account's folder. */
  account: string
  /** Name of its organisation. */
  name: string
  /** Epoch milliseconds. */
  startedAt: number
}

/** State of the local API: its URL where it runs, or the problem that prevents it. */
export interface LocalApiState {
  url: string | null
  problem: string | null
}

export interface AppState {
  version: string
  host: 'electron' | 'browser' | 'cli'
  /** Null on first run. */
  account: AccountSummary | null
  /**
   * True where the service says whose an entry is, so that colleagues' entries can be told apart.
   */
  namesUsers: boolean
  /** What the service offers beyond the specification; empty without a service. */
  capabilities: Capability[]
  /** Time zone of this computer, such as `Europe/Vienna`. */
  zone: string
  settings: Settings
  /** What the desktop around the app can do. */
  desktop: DesktopState
  /** Newer versions; null where this build has no update feed. */
  updates: UpdateState | null
  /** The API for programs on this computer; null where this host never serves it. */
  localApi: LocalApiState | null
  /** Timers that run in other accounts on this computer. */
  otherTimers: OtherTimer[]
  /** Why the account's database cannot be used, and the remedies; null when it can. */
  trouble: DatabaseProblem | null
  /**
   * What was done about the database, until the person has read it (`database.dismissRecovery`).
   */
  recovery: DatabaseRecovery | null
}

export interface ServiceCheck {
  /** Normalized URL, without a trailing slash. */
  url: string
  name: string
  capabilities: Capability[]
  /** Whose the token is, where the service says so. */
  user: string | null
}

export interface DayTotals {
  date: string
  minutes: number
  entries: number
}

export interface TimesInRange {
  /** Newest first. */
  entries: TimeEntry[]
  /** One for each day that has entries which count. */
  days: DayTotals[]
  /** Local ids of other people's entries: shown, and counted only under everyone's. */
  others: number[]
}

export interface NewestDays {
  /** Those that have entries, newest first. */
  days: DayTotals[]
  /** Of the newest days, newest first. */
  entries: TimeEntry[]
  /** The days from this one on are those whose entries are listed; null: of none. */
  listedFrom: string | null
  /** Local ids of other people's entries among those listed. */
  others: number[]
  /** The first day with entries of anyone, however long ago. */
  oldest: string | null
}

export interface ExpensesInRange {
  /** Newest first. */
  expenses: Expense[]
  /** Local ids of other people's expenses. */
  others: number[]
}

/** The outcome of setting cells of the timesheet. */
export interface SetCellsResult {
  /** The change's number; null where all cells had these minutes already. */
  change: number | null
  /** Numbers of entries. */
  added: number
  changed: number
  removed: number
}

export type TimerStatus =
  | { running: false }
  | {
      running: true
      /** Identifies the run, also when its start is edited; null: an older version started it. */
      run: number | null
      /** Epoch milliseconds. */
      startedAt: number
      zone: string
      project: TimeEntryProject | null
      task: { local: number; id: number | null; name: string; deleted: boolean } | null
      notes: string | null
      /** Minutes of one increment: the project's, or the default. */
      increment: number
      /** Parts of the run that do not count, oldest first. */
      breaks: TimerBreak[]
      /** The question that waits for the person's answer; null: none. */
      question: TimerQuestion | null
    }

/** Work that can be started again. */
export interface RecentWork {
  project: TimeEntryProject
  task: { local: number; id: number | null; name: string; deleted: boolean }
  notes: string | null
  /** Epoch milliseconds at which it last ended, according to entries; null for never. */
  lastUsed: number | null
}

/** When a project or a task was last used. */
export interface LastUse {
  local: number
  /** Epoch milliseconds at which its newest entry ends. */
  lastUsed: number
}

/** What sync does at the moment. Times in epoch milliseconds. */
export type SyncPhase =
  | { is: 'idle' }
  | { is: 'sending'; done: number; of: number }
  | { is: 'fetching'; page: number; pages: number | null }
  /** Requests have failed to reach the service; `proxy`: because of a proxy. */
  | { is: 'offline'; since: number; nextTry: number; proxy?: ProxyFailure }
  /** A captive portal, such as a Wi-Fi login, replies in place of the service. */
  | { is: 'portal'; since: number; nextTry: number }
  /**
   * The service replies, but cannot be used at the moment: it reports an error, asks for a pause,
   * or sends something unreadable.
   */
  | { is: 'service'; why: 'trouble' | 'busy' | 'unreadable'; since: number; nextTry: number }
  /** This computer's disk or database fails, or Stint has a bug; `why` is a plain sentence. */
  | { is: 'problem'; why: string; since: number; nextTry: number }
  /**
   * The token is no longer accepted. `byPerson`: none is stored, since the person signed out.
   * `movedTo`: the address to which the service has moved, which the person has to agree to.
   */
  | { is: 'signed-out'; byPerson?: true; movedTo?: string }
  /**
   * Everything works except this computer's clock, which is this many milliseconds ahead (negative:
   * behind).
   */
  | { is: 'clock'; ahead: number }
  /** The person paused automatic sync. */
  | { is: 'paused' }
  /** No service: records stay on this computer. */
  | { is: 'local' }

/** One half of sync, sending or fetching, that currently fails. */
export interface SyncOutage {
  /** Epoch milliseconds. */
  since: number
  /** A plain sentence. */
  text: string
}

/** What the service does not have yet, each record and question once. */
export interface UnsentCounts {
  /** Changes that are sent automatically, or were sent and have no reply yet. */
  pending: number
  /** Records that refer to unmatched local ones: the person has to match those. */
  held: number
  /** Entries that lack what the service needs: the person has to complete them. */
  drafts: number
  /** Open questions to the person. */
  inbox: number
}

export interface SyncStatus extends UnsentCounts {
  phase: SyncPhase
  /** Cleared by the next success of the same half. */
  sending: SyncOutage | null
  fetching: SyncOutage | null
  /**
   * When a pass last read everything that was due at the time, epoch milliseconds: near days, which
   * are due often, as well as lists that are seldom due.
   */
  lastSync: number | null
  /**
   * As of when everything the service has is in the store, regardless of age, epoch milliseconds;
   * null while it was never read completely.
   */
  lastComplete: number | null
}

/**
 * State of an unsent record. `checking`: it was sent and the reply was lost, so sync looks for it
 * on the service before sending it again. `held`: it refers to a record that exists only locally.
 */
export type OutboxState = 'pending' | 'sending' | 'checking' | 'held' | 'draft'

export interface OutboxItem {
  resource: 'time' | 'expense' | 'category'
  local: number
  title: string
  what: 'new' | 'changed' | 'deleted'
  state: OutboxState
  /** When the person last changed it, epoch milliseconds; null where unknown. */
  at: number | null
  /** Code of its project, else its name; null where it has none. */
  project: string | null
  date: string | null
}

export interface Outbox {
  items: OutboxItem[]
  /** Total number of items. */
  total: number
}

/** One pass of the sync, or several consecutive ones that did nothing and ended alike. */
export interface SyncPass {
  /** Epoch milliseconds of the first and the last of them. */
  from: number
  to: number
  /** Number of passes. */
  passes: number
  /** What it did and why it ended, in plain words. */
  text: string
  sent: number
  received: number
  setAside: number
  requests: number
  /** Total milliseconds. */
  duration: number
  /** True when it ran to its end. */
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

/** A record that a person may mean. */
export interface NamedRecord {
  /** Null for a project's status, which is a word. */
  local: number | null
  name: string
  /** Null for kinds without codes, and where it is empty. */
  code: string | null
}

export interface NamedRecords {
  /** Those with exactly this name, code or local id. */
  found: NamedRecord[]
  /** Names like it, where there is none; the most similar first. */
  similar: string[]
}

/** Number of records of each kind that refer to a project, client, task or charge. */
export interface ReferenceUses {
  entries: number
  expenses: number
  projects: number
  categories: number
}

/** A record of the service that may match a local one: it agrees with it in every fact. */
export interface MatchSuggestion extends ReferenceFacts {
  local: number
  id: number
  name: string
  code: string
  why: 'code' | 'name' | 'alike'
}

/** A record that exists only locally. */
export interface UnmatchedReference extends ReferenceFacts {
  kind: 'project' | 'client' | 'task' | 'charge'
  local: number
  name: string
  /** Empty where its kind has no code. */
  code: string
  /** Number of entries and expenses that use it; for a client, of its projects. */
  uses: number
  usedBy: ReferenceUses
  suggestion: MatchSuggestion | null
}

/** Sums of time before or after a match; amounts where it is known what a rate is for. */
export interface MatchedTime {
  minutes: number
  values: CurrencyAmount[]
}

/** An expense before or after a match, in the currency of its price. */
export interface MatchedExpense {
  quantity: number
  unit: string | null
  price: number
  total: number
  currency: string | null
  /**
   * The total in the project's currency, where that differs; its amount is null where no exchange
   * rate is known.
   */
  converted: { amount: number | null; currency: string } | null
}

/** What a match would change. Nothing of it has been changed yet. */
export interface MatchEffect {
  /** The facts in which the two records differ. */
  differs: (keyof ReferenceFacts)[]
  /** All entries of the project; null where their time and value stay. */
  time: { before: MatchedTime; after: MatchedTime } | null
  /** Every expense whose price or total changes. */
  expenses: { local: number; name: string; before: MatchedExpense; after: MatchedExpense }[]
}

/** A record that one of several calls left as it was, and why. */
interface LeftReference {
  kind: UnmatchedReference['kind']
  local: number
  name: string
  message: string
  sentence?: Sentence | undefined
}

export interface PublishedReferences {
  created: number
  /** Those that the service did not take. */
  failed: LeftReference[]
}

export interface MatchedReferences {
  matched: number
  /** Those whose match would change what is logged, or is no longer possible. */
  left: LeftReference[]
}
