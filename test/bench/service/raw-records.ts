/** Joined rows as the records that the service answers, key by key. */

/** SQLite has no booleans. */
type Flag = number

export interface FlatTime {
  id: number
  date: string
  start: number
  total: number
  quantity: number
  increment: number
  rate: number
  notes: string | null
  currency: string
  created_at: string
  updated_at: string
  uid: string | null
  project_id: number
  project_name: string
  project_code: string
  project_status: string
  project_type: string
  project_deleted: Flag
  client_id: number
  client_name: string
  client_code: string
  client_deleted: Flag
  task_id: number
  task_name: string
  task_deleted: Flag
}

export interface FullTime extends FlatTime {
  project_description: string
  project_currency: string
  project_increment: number
  project_budget: number | null
  project_budget_type: string | null
  project_start_date: string
  project_end_date: string | null
  project_created_at: string
  project_updated_at: string
  client_phone: string | null
  client_fax: string | null
  client_created_at: string
  client_updated_at: string
  contact: string
  address: string
  postal: string
  task_created_at: string
  task_updated_at: string
}

const fields = (row: FlatTime) => ({
  id: row.id,
  date: row.date,
  start: row.start,
  total: row.total,
  quantity: row.quantity,
  increment: row.increment,
  rate: Number(row.rate),
  notes: row.notes,
  currency: row.currency,
  created_at: row.created_at,
  updated_at: row.updated_at,
  uid: row.uid,
})

export const listed = (row: FlatTime) => ({
  ...fields(row),
  project: {
    id: row.project_id,
    name: row.project_name,
    code: row.project_code,
    status: row.project_status,
    type: row.project_type,
    deleted: row.project_deleted === 1,
    client: {
      id: row.client_id,
      name: row.client_name,
      code: row.client_code,
      deleted: row.client_deleted === 1,
    },
  },
  task: { id: row.task_id, name: row.task_name, deleted: row.task_deleted === 1 },
})

export const shown = (row: FullTime) => ({
  ...fields(row),
  project: {
    id: row.project_id,
    status: row.project_status,
    name: row.project_name,
    code: row.project_code,
    description: row.project_description,
    currency: row.project_currency,
    increment: row.project_increment,
    budget: row.project_budget,
    budget_type: row.project_budget_type,
    start_date: row.project_start_date,
    end_date: row.project_end_date,
    created_at: row.project_created_at,
    updated_at: row.project_updated_at,
    type: row.project_type,
    deleted: row.project_deleted === 1,
    client: {
      id: row.client_id,
      code: row.client_code,
      name: row.client_name,
      phone: row.client_phone,
      fax: row.client_fax,
      created_at: row.client_created_at,
      updated_at: row.client_updated_at,
      deleted: row.client_deleted === 1,
      contact: JSON.parse(row.contact) as unknown,
      address: JSON.parse(row.address) as unknown,
      postal: JSON.parse(row.postal) as unknown,
    },
  },
  task: {
    id: row.task_id,
    name: row.task_name,
    created_at: row.task_created_at,
    updated_at: row.task_updated_at,
    deleted: row.task_deleted === 1,
  },
})
