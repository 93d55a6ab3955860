/** Tables of the app only: sync, history, timer, settings. */
import type { Generated } from 'kysely'
import type { CardKind } from '#shared/resources/inbox-card.ts'
import type { SqlBoolean } from './model-tables.ts'

/** Resources that the client syncs. */
export type SyncedResource = EntryResource | 'webhook' | ReferenceResource
/** Resources that are created, changed and deleted here. */
export type EntryResource = 'time' | 'expense' | 'category'
/** Resources that entries refer to. */
export type ReferenceResource = 'project' | 'task' | 'charge' | 'client' | 'user'

/** Sync state: one row for each local record that the service has or will get. */
export interface SyncRecordTable {
  resource: SyncedResource
  local_id: number
  /** The service's id; null until it replies. */
  remote_id: number | null
  /** JSON of the last version that the service acknowledged; null before the first. */
  base: string | null
  /** JSON of a newer version of the service that is not merged yet. */
  remote: string | null
  /** 1 while local and base differ. */
  dirty: SqlBoolean
  /** 1 when the record was deleted here and the service still has it. */
  deleted: SqlBoolean
  /** Number of the change that last touched it; orders sending. */
  sequence: number
  /** Why nothing is sent until the person decides. */
  parked: 'refused' | 'conflict' | 'gone' | 'moved' | 'unit' | null
  /** When a complete window last contained it, epoch milliseconds. */
  seen_at: number | null
  /**
   * End of the grace, epoch milliseconds: a deletion is not sent automatically before it. Null
   * without a grace.
   */
  held_until: number | null
  /**
   * A remote tombstone that is not settled yet. 1: the service reported the deletion. 2: a first
   * copy of the feed left the record out, and its own URL is still to be requested. 3: the person
   * wants to keep the record; it is created again once its URL shows that it is deleted.
   */
  gone: 0 | 1 | 2 | 3
  /**
   * Set for a record that was unsent in a copy: since this instant, epoch milliseconds, it may have
   * been sent from the original. Null: its outcome is known here.
   */
  copied_at: number | null
}

/** The second half of each entry that was split here. */
export interface SplitHalfTable {
  local_id: number
  /** The entry that was split; it is the first half. */
  first_id: number
  /** The change that split it. */
  change_id: number
}

/** By what a service with the capability `uid` recognizes a record; unique in a resource. */
export interface EntryUidTable {
  resource: SyncedResource
  local_id: number
  uid: string
}

/** Records of the service that no local record stands for any more; none ever does again. */
export interface RetiredRemoteTable {
  resource: SyncedResource
  remote_id: number
  /** Tells it from another record that was given the same id; empty where it was not kept. */
  created_at: string
  local_id: number
  retired_at: number
}

/** The journal of attempts: at most one open request for each record, written before it is sent. */
export interface AttemptTable {
  id: Generated<number>
  resource: EntryResource
  local_id: number
  kind: 'create' | 'update' | 'delete' | 'restore'
  /** Natural key of a create: no second create with the same key is sent while this one is open. */
  key: string | null
  /** JSON of the exact body. */
  body: string
  /** JSON of the local version that the body was built from. */
  sent: string
  /** Epoch milliseconds. */
  sent_at: number
  /**
   * End of the quarantine, epoch milliseconds: an unknown outcome is not probed earlier. Null while
   * under way.
   */
  quarantine_until: number | null
  /** Probes that found nothing. */
  probes: Generated<number>
  /** 1 once a process that found the attempt open has restarted its quarantine. */
  begun_anew: Generated<SqlBoolean>
  /** 1 for a create that another computer may have sent; none was sent from here. */
  searched: Generated<SqlBoolean>
  /** Sent with a create, for services that return the first reply to a repeated request. */
  idempotency_key: string | null
}

/** A create that was sent a second time; the first request may still be carried out. */
export interface ResentCreateTable {
  id: Generated<number>
  resource: EntryResource
  local_id: number
  /** JSON of the version that was sent. */
  sent: string
  /** When the first request was sent, epoch milliseconds. */
  sent_at: number
  /** Epoch milliseconds. */
  watched_until: number
}

export interface InboxTable {
  id: Generated<number>
  resource: SyncedResource
  local_id: number
  kind: CardKind
  /** JSON; its shape depends on the kind. */
  detail: string
  created_at: number
  resolved_at: number | null
}

export interface ChangeTable {
  id: Generated<number>
  /** Epoch milliseconds. */
  at: number
  actor: 'person' | 'sync' | 'import'
  action: string
  /** In English. */
  summary: string
  /**
   * The summary with its values, JSON; null where only the text is known: that of an earlier version,
   * or one whose titles were forgotten.
   */
  sentence: string | null
  /** The change that this one undoes. */
  undoes: number | null
  /** The change that undid this one; null if it is not undone. */
  undone_by: number | null
}

export type HistoryResource = RestorableResource | 'timer' | 'inbox'
/** Resources whose removed rows can be restored from the trash. */
export type RestorableResource = EntryResource | Exclude<ReferenceResource, 'user'>

/** One record before and after a change. */
export interface HistoryTable {
  id: Generated<number>
  change_id: number
  resource: HistoryResource
  local_id: number
  /** JSON of the row; null when it did not exist. */
  before: string | null
  after: string | null
}

/** Removed rows, for as long as they can be restored. */
export interface TrashTable {
  id: Generated<number>
  resource: RestorableResource
  local_id: number
  /** JSON of the snapshot. */
  row: string
  title: string
  /** Epoch milliseconds. */
  deleted_at: number
  actor: 'person' | 'sync' | 'import'
  /** The change that removed it. */
  change_id: number | null
  /** Epoch milliseconds. */
  expires_at: number
}

/** One sync pass, or several consecutive ones that did nothing. */
export interface SyncLogTable {
  id: Generated<number>
  /** Start of the first and of the last pass, epoch milliseconds. */
  from_at: number
  to_at: number
  passes: number
  sent: number
  received: number
  set_aside: number
  requests: number
  /** Total duration, milliseconds. */
  duration: number
  /** JSON of the outcome. */
  ended: string
}

/** The running timer: one row, or none. */
export interface TimerTable {
  id: number
  /** Epoch milliseconds. */
  started_at: number
  zone: string
  project_id: number | null
  task_id: number | null
  notes: string | null
  /**
   * Last heartbeat of the process that runs it, epoch milliseconds; null when started by the
   * command line.
   */
  heartbeat_at: number | null
  /**
   * Id of the change that started this run; it identifies the run through edits. Null in rows of
   * older versions.
   */
  run: number | null
  /** JSON: breaks, which do not count, oldest first. */
  breaks: Generated<string>
  /** JSON: absences about which the person is to be asked, oldest first. */
  away: Generated<string>
  /** Epoch milliseconds up to which no questions are asked any more. */
  settled_at: number | null
}

/** Exact instants of an entry, kept permanently. */
export interface SegmentTable {
  id: Generated<number>
  time_entry_id: number
  started_at: number
  stopped_at: number
  zone: string
}

/** A changed record that the journal beside the database has to write. */
export interface JournalMarkTable {
  /** Increases only; each line of the journal names the newest mark that it covers. */
  id: Generated<number>
  resource: SyncedResource | 'timer'
  local_id: number
}

/** An imported line. */
export interface ImportedTable {
  /** Fingerprint of its content and its position among equal lines: 53 bits. */
  print: number
  change_id: number
}

export interface SettingTable {
  key: string
  /** JSON. */
  value: string
}
