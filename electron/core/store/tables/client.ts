/** The desktop's own tables: sync, history, timer, settings. */
import type { Generated } from 'kysely'
import type { CardKind } from '#shared/resources/inbox.ts'
import type { Flag } from './model.ts'

/** Resources that the client keeps in step with the service. */
export type SyncedResource = EntryResource | 'webhook' | ReferenceResource
/** Those that are made, changed and deleted here. */
export type EntryResource = 'time' | 'expense' | 'category'
/** Those that entries mention. */
export type ReferenceResource = 'project' | 'task' | 'charge' | 'client' | 'user'

/** One row for each local record that the service knows or is to know. */
export interface SyncRecordTable {
  resource: SyncedResource
  local_id: number
  /** The service's id; null until it answers. */
  remote_id: number | null
  /** JSON of the last version that the service acknowledged; null before the first. */
  base: string | null
  /** JSON of a newer version seen on the service and not merged yet. */
  remote: string | null
  /** 1 while local and base differ. */
  dirty: Flag
  /** 1 when the record was deleted here and the service still has it. */
  deleted: Flag
  /** Number of the change that last touched it; orders sending. */
  sequence: number
  /** Why nothing is sent: waits for the person. */
  parked: 'refused' | 'conflict' | 'gone' | 'moved' | null
  /** When a complete window last showed it, epoch milliseconds. */
  seen_at: number | null
  /** Epoch milliseconds before which a deletion is not sent by itself; null when nothing waits. */
  held_until: number | null
  /**
   * What is known of its deletion by the service and not settled here yet. 1: the service told of
   * it. 2: a first copy of the feed left it out, and its own address is still to be asked. 3: the
   * person wants to keep it, so it is made there anew once its own address says that it is gone.
   */
  gone: 0 | 1 | 2 | 3
  /**
   * It stood unsent in a copy, and whoever went on with the original may have sent it since this
   * moment, epoch milliseconds. Null: what became of it is known here.
   */
  copied_at: number | null
}

/** Ids that the service gave and that no record carries any more: never mapped again. */
export interface RetiredRemoteTable {
  resource: SyncedResource
  remote_id: number
  local_id: number
  retired_at: number
}

/** At most one open request for a record, written before a byte of it leaves. */
export interface AttemptTable {
  id: Generated<number>
  resource: EntryResource
  local_id: number
  kind: 'create' | 'update' | 'delete' | 'restore'
  /** Natural key of a create: no second one with the same key while this is open. */
  key: string | null
  /** JSON of the exact body. */
  body: string
  /** JSON of the local version that the body was made of. */
  sent: string
  /** Epoch milliseconds. */
  sent_at: number
  /** Epoch milliseconds before which an unknown outcome is not looked into; null while open. */
  quarantine_until: number | null
  /** Looks taken that found nothing. */
  probes: Generated<number>
  /** 1 once a process that found it open has begun the wait for its outcome anew. */
  begun_anew: Generated<Flag>
  /** Sent along with a create, for services that answer a repeated request as the first. */
  idempotency_key: string | null
}

/** A create that was sent a second time: its first request may still be carried out. */
export interface SentTwiceTable {
  id: Generated<number>
  resource: EntryResource
  local_id: number
  /** JSON of the version that was sent. */
  sent: string
  /** Of the first request, epoch milliseconds. */
  sent_at: number
  /** Epoch milliseconds. */
  watched_until: number
}

export interface InboxTable {
  id: Generated<number>
  resource: SyncedResource
  local_id: number
  kind: CardKind
  /** JSON; its shape goes by kind. */
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
  summary: string
  /** The change that this one takes back. */
  undoes: number | null
  /** The change that took this one back; null while it stands. */
  undone_by: number | null
}

export type HistoryResource = KeptResource | 'timer' | 'inbox'
/** Those of which a row that went can be brought back. */
export type KeptResource = EntryResource | Exclude<ReferenceResource, 'user'>

/** One record's before and after inside a change. */
export interface HistoryTable {
  id: Generated<number>
  change_id: number
  resource: HistoryResource
  local_id: number
  /** JSON of the row; null when it did not exist. */
  before: string | null
  after: string | null
}

/** What was taken away, for as long as it can be brought back. */
export interface TrashTable {
  id: Generated<number>
  resource: KeptResource
  local_id: number
  /** JSON of the row as history keeps it. */
  row: string
  title: string
  /** Epoch milliseconds. */
  deleted_at: number
  actor: 'person' | 'sync' | 'import'
  /** The change that took it away. */
  change_id: number | null
  /** Epoch milliseconds. */
  expires_at: number
}

/** One pass of the sync, or several that follow each other and did nothing. */
export interface SyncLogTable {
  id: Generated<number>
  /** Epoch milliseconds, of the first and the last. */
  from_at: number
  to_at: number
  passes: number
  sent: number
  received: number
  set_aside: number
  requests: number
  /** Milliseconds that they took together. */
  duration: number
  /** JSON of how it ended. */
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
  /** Last sign of life of the host that runs it; null when started by the command line. */
  heartbeat_at: number | null
  /** The change that started it: names the run whatever is edited. Null on those of older versions. */
  run: number | null
  /** JSON: parts that do not count, oldest first. */
  breaks: Generated<string>
  /** JSON: stretches without anybody about which the person is to be asked, oldest first. */
  away: Generated<string>
  /** Up to this instant nothing is asked any more, epoch milliseconds. */
  settled_at: number | null
}

/** Exact instants behind an entry, kept for ever. */
export interface SegmentTable {
  id: Generated<number>
  time_entry_id: number
  started_at: number
  stopped_at: number
  zone: string
}

/** A record that changed and that the journal beside the database has to write down. */
export interface JournalMarkTable {
  /** Only goes up; a line of the journal names the newest that it knows. */
  id: Generated<number>
  resource: SyncedResource | 'timer'
  local_id: number
}

/** A line that an import brought. */
export interface ImportedTable {
  /** Of its content and its place among equal ones: 53 bits. */
  print: number
  change_id: number
}

export interface SettingTable {
  key: string
  /** JSON. */
  value: string
}
