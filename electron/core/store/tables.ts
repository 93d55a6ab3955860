/**
 * The tables as Kysely sees them, in the three groups of the migrations: `model` (both faces),
 * `client` (the desktop's own), `service` (the service's own). Field names are the API's.
 */
import type { Generated } from 'kysely'
import type { changedResources } from '#shared/resources/change.ts'

/** 1 or 0. */
type Flag = number

/** Columns of every model record that people list. */
interface Listed {
  id: Generated<number>
  organisation_id: number
  /**
   * Place among equals: the service's id, or 2^29 + local id while the service has none. On the
   * service it is the id.
   */
  tie: number
}

/** `YYYY-MM-DD HH:MM:SS`, UTC; null on placeholders and on what the service has not dated yet. */
interface Dated {
  created_at: string | null
  updated_at: string | null
}

// ---- model -----------------------------------------------------------------------------------

export interface OrganisationTable extends Dated {
  id: Generated<number>
  name: string
}

export interface UserTable extends Listed, Dated {
  name: string
  name_fold: string
  search: string
  email: string
  email_2: string | null
  current: Flag
  owner: Flag
}

export interface ClientTable extends Listed, Dated {
  code: string
  name: string
  name_fold: string
  code_fold: string
  search: string
  phone: string | null
  fax: string | null
  /** JSON of `Contact`, or null. */
  contact: string | null
  /** JSON of `Address`. */
  address: string | null
  postal: string | null
  deleted: Flag
}

export interface ProjectTable extends Listed, Dated {
  client_id: number | null
  status: string
  name: string
  code: string
  name_fold: string
  code_fold: string
  search: string
  description: string
  currency: string | null
  increment: number
  budget: number | null
  budget_type: string | null
  start_date: string | null
  end_date: string | null
  type: string
  /** Smallest currency unit per hour. */
  rate: number
  deleted: Flag
}

export interface TaskTable extends Listed, Dated {
  name: string
  name_fold: string
  search: string
  deleted: Flag
}

export interface ChargeTable extends Listed, Dated {
  name: string
  name_fold: string
  search: string
  charge: number
  unit: string
  currency: string | null
  deleted: Flag
}

export interface TimeEntryTable extends Listed, Dated {
  user_id: number | null
  /** Null on a draft. */
  project_id: number | null
  task_id: number | null
  date: string
  start: number
  total: number
  quantity: number
  increment: number
  rate: number
  currency: string | null
  notes: string | null
  search: string
}

export interface ExpenseTable extends Listed, Dated {
  user_id: number | null
  project_id: number | null
  charge_id: number | null
  date: string
  name: string
  name_fold: string
  search: string
  quantity: number
  notes: string | null
  chargeable: Flag
  total_charge: number
  unit_charge: number
  unit: string | null
  total_cost: number
  tax: string
  /** Decimal text. */
  tax_rate: string
  currency: string | null
  original_total_charge: number
  original_unit_charge: number
  original_currency: string | null
  /** Decimal text. */
  exchange_rate: string
}

export interface CategoryTable extends Listed, Dated {
  name: string
  name_fold: string
  search: string
  deleted_at: string | null
}

export interface CategoryTaskTable {
  organisation_id: number
  category_id: number
  task_id: number
}

export interface CategoryChargeTable {
  organisation_id: number
  category_id: number
  charge_id: number
}

export interface WebhookTable extends Listed, Dated {
  uri: string
  /** JSON array of event names. */
  events: string
}

export interface RateTable extends Dated {
  id: Generated<number>
  organisation_id: number
  from_currency: string
  to_currency: string
  /** Decimal text. */
  value: string
}

// ---- client ----------------------------------------------------------------------------------

/** Resources that the client keeps in step with the service. */
export type SyncedResource = 'time' | 'project' | 'task' | 'client' | 'user'

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
  parked: 'refused' | 'conflict' | 'gone' | null
  /** When a complete window last showed it, epoch milliseconds. */
  seen_at: number | null
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
  resource: SyncedResource
  local_id: number
  kind: 'create' | 'update' | 'delete'
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
}

export interface InboxTable {
  id: Generated<number>
  resource: SyncedResource
  local_id: number
  kind: 'refused' | 'conflict' | 'twin' | 'gone' | 'increment' | 'bad-record'
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

export type HistoryResource = 'time' | 'project' | 'task' | 'timer'

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
}

/** Exact instants behind an entry, kept for ever. */
export interface SegmentTable {
  id: Generated<number>
  time_entry_id: number
  started_at: number
  stopped_at: number
  zone: string
}

export interface SettingTable {
  key: string
  /** JSON. */
  value: string
}

// ---- service ---------------------------------------------------------------------------------

export interface TokenTable {
  id: Generated<number>
  organisation_id: number
  user_id: number
  /** SHA-256 of the token, hex. The token itself is kept nowhere. */
  hash: string
  created_at: string
  revoked_at: string | null
}

/** One row an organisation: how far its changes are numbered. */
export interface ChangeCounterTable {
  organisation_id: number
  /** Number of the last change that was committed. */
  sequence: number
  /** Number of the newest deletion that is forgotten; 0 while none is. */
  horizon: Generated<number>
}

/** The last change of each record: where it stands in the order of commits. */
export interface RecordChangeTable {
  organisation_id: number
  resource: ChangedResource
  record_id: number
  sequence: number
  /** Number of the change that made the record, or brought it back. */
  created_sequence: number
  /** Epoch milliseconds; null while the record stands. */
  deleted_at: number | null
}

export type ChangedResource = (typeof changedResources)[number]

/** A request that named a key, and what it was answered. */
export interface IdempotencyKeyTable {
  organisation_id: number
  user_id: number
  path: string
  key: string
  /** SHA-256 of the body, hex. */
  fingerprint: string
  /** Chance that names the request which is being carried out. */
  claim: string
  /** Epoch milliseconds after which another request may take it over. */
  claimed_until: number
  /** Epoch milliseconds. */
  created_at: number
  /** Null while it is carried out. */
  status: number | null
  /** JSON. */
  headers: string | null
  body: string | null
}

/** What delivery needs of a webhook. One without a row here receives nothing. */
export interface WebhookTargetTable {
  webhook_id: number
  organisation_id: number
  /** Signs every delivery, so it is kept as it is. */
  secret: string
  /** How often in a row the address could not be reached. */
  failures: Generated<number>
  /** Epoch milliseconds before which nothing is sent there. */
  held_until: Generated<number>
}

export interface WebhookDeliveryTable {
  id: Generated<number>
  organisation_id: number
  webhook_id: number
  event_id: string
  event: string
  /** The exact text that is sent; null once nothing is to be sent any more. */
  body: string | null
  state: Generated<'pending' | 'delivered' | 'given_up'>
  attempts: Generated<number>
  /** Epoch milliseconds; while an attempt runs, when another process may make the next. */
  due_at: number
  /** Epoch milliseconds. */
  queued_at: number
  attempted_at: number | null
  response_status: number | null
  problem: string | null
}

/** Requests that a token has had out of its limit in one minute. */
export interface RequestCountTable {
  organisation_id: number
  token_id: number
  /** Minutes since 1970. */
  minute: number
  requests: number
}

export interface Database {
  organisation: OrganisationTable
  user: UserTable
  client: ClientTable
  project: ProjectTable
  task: TaskTable
  charge: ChargeTable
  time_entry: TimeEntryTable
  expense: ExpenseTable
  category: CategoryTable
  category_task: CategoryTaskTable
  category_charge: CategoryChargeTable
  webhook: WebhookTable
  rate: RateTable
  sync_record: SyncRecordTable
  retired_remote: RetiredRemoteTable
  attempt: AttemptTable
  inbox: InboxTable
  change: ChangeTable
  history: HistoryTable
  timer: TimerTable
  segment: SegmentTable
  setting: SettingTable
  token: TokenTable
  change_counter: ChangeCounterTable
  record_change: RecordChangeTable
  idempotency_key: IdempotencyKeyTable
  webhook_target: WebhookTargetTable
  webhook_delivery: WebhookDeliveryTable
  request_count: RequestCountTable
}
