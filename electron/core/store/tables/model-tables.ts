/** Tables of the resource model, which the app and the service share. Field names are the API's. */
import type { Generated } from 'kysely'

/** 1 or 0. */
export type SqlBoolean = number

/** Columns of all model records that are listed. */
interface Listed {
  id: Generated<number>
  organisation_id: number
  /**
   * Final sort key: the remote id, or 2^29 + local id while there is none. On the service it is the
   * id.
   */
  tie: number
}

/**
 * `YYYY-MM-DD HH:MM:SS`, UTC; null on placeholders and on records that the service has not dated
 * yet.
 */
interface Dated {
  created_at: string | null
  updated_at: string | null
}

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
  current: SqlBoolean
  owner: SqlBoolean
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
  deleted: SqlBoolean
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
  deleted: SqlBoolean
}

export interface TaskTable extends Listed, Dated {
  name: string
  name_fold: string
  search: string
  deleted: SqlBoolean
}

export interface ChargeTable extends Listed, Dated {
  name: string
  name_fold: string
  search: string
  charge: number
  unit: string
  currency: string | null
  deleted: SqlBoolean
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
  chargeable: SqlBoolean
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

/**
 * How many entries have a key of some kind (`all`, `month`, `start`, `project`, …), maintained by
 * triggers; a record's key is its id, 0 for none. SQLite only.
 */
export interface EntryCountTable {
  organisation_id: number
  kind: string
  key: string | number
  entries: number
}

/** How far the search index of one kind of entry is built. */
export interface SearchIndexTable {
  entry: 'time_entry' | 'expense'
  /** Version of the folding with which the texts are stored. */
  fold: number
  /** The last id that was indexed; null once all are. */
  indexed_to: number | null
  /** Entries that cannot be indexed: while there are any, a search reads the rows. */
  unplaced: Generated<number>
}
