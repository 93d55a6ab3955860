/**
 * The tables as Kysely types, in the three groups of the migrations: `model` (shared), `client`
 * (app only), `service` (service only).
 */
import type {
  SyncRecordTable,
  RetiredRemoteTable,
  EntryUidTable,
  SplitHalfTable,
  AttemptTable,
  ResentCreateTable,
  InboxTable,
  ChangeTable,
  HistoryTable,
  TrashTable,
  SyncLogTable,
  TimerTable,
  SegmentTable,
  JournalMarkTable,
  ImportedTable,
  SettingTable,
} from './client-tables.ts'
import type {
  OrganisationTable,
  UserTable,
  ClientTable,
  ProjectTable,
  TaskTable,
  ChargeTable,
  TimeEntryTable,
  ExpenseTable,
  CategoryTable,
  CategoryTaskTable,
  CategoryChargeTable,
  WebhookTable,
  RateTable,
  EntryCountTable,
  SearchIndexTable,
} from './model-tables.ts'
import type {
  TokenTable,
  ChangeCounterTable,
  RecordChangeTable,
  IdempotencyKeyTable,
  WebhookTargetTable,
  WebhookDeliveryTable,
  RequestCountTable,
  ServiceStateTable,
  RecordUidTable,
} from './service-tables.ts'

export type * from './client-tables.ts'
export type * from './model-tables.ts'
export type * from './service-tables.ts'

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
  time_count: EntryCountTable
  expense_count: EntryCountTable
  search_index: SearchIndexTable
  sync_record: SyncRecordTable
  retired_remote: RetiredRemoteTable
  split_half: SplitHalfTable
  entry_uid: EntryUidTable
  attempt: AttemptTable
  sent_twice: ResentCreateTable
  inbox: InboxTable
  change: ChangeTable
  history: HistoryTable
  trash: TrashTable
  sync_log: SyncLogTable
  timer: TimerTable
  segment: SegmentTable
  setting: SettingTable
  journal_mark: JournalMarkTable
  imported: ImportedTable
  token: TokenTable
  change_counter: ChangeCounterTable
  record_change: RecordChangeTable
  idempotency_key: IdempotencyKeyTable
  webhook_target: WebhookTargetTable
  webhook_delivery: WebhookDeliveryTable
  request_count: RequestCountTable
  service_state: ServiceStateTable
  record_uid: RecordUidTable
}
