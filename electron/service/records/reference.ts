/**
 * Converts rows to the records that the service returns: clients, projects, tasks, charges, rates,
 * users.
 */
import type { ChargeRow } from '#core/store/resources/charges.ts'
import type { ClientRow } from '#core/store/resources/clients.ts'
import type { ProjectRow } from '#core/store/resources/projects.ts'
import type { RateRow } from '#core/store/resources/exchange-rates.ts'
import type { TaskRow } from '#core/store/resources/tasks.ts'
import type { UserRow } from '#core/store/resources/users.ts'
import type { ChargeRecord } from '#shared/resources/charge.ts'
import type { Address, ClientRecord } from '#shared/resources/client.ts'
import type {
  ProjectRecord,
  ProjectReferenceRecord,
  ProjectWithClientRecord,
} from '#shared/resources/project.ts'
import type { RateRecord } from '#shared/resources/rate.ts'
import type { TaskRecord } from '#shared/resources/task.ts'
import type { UserRecord } from '#shared/resources/user.ts'
import { requireKnown } from './require-known.ts'

const dated = (row: { created_at: string | null; updated_at: string | null }) => ({
  created_at: requireKnown(row.created_at, 'created_at'),
  updated_at: requireKnown(row.updated_at, 'updated_at'),
})

const noAddress: Address = {
  street: null,
  street_2: null,
  suburb: null,
  city: null,
  state: null,
  postal: null,
  country: null,
}

export const toClientRecord = (row: ClientRow): ClientRecord => ({
  id: row.id,
  code: row.code,
  name: row.name,
  phone: row.phone,
  fax: row.fax,
  ...dated(row),
  deleted: row.deleted,
  contact: row.contact,
  address: row.address ?? noAddress,
  postal: row.postal ?? noAddress,
})

/** The project inside an expense: without its client and its rate. */
export const toPlainProjectRecord = (row: Omit<ProjectRow, 'client'>): ProjectRecord => ({
  id: row.id,
  status: row.status as ProjectRecord['status'],
  name: row.name,
  code: row.code,
  description: row.description,
  currency: requireKnown(row.currency, 'currency of a project'),
  increment: row.increment,
  budget: row.budget,
  budget_type: row.budget_type as ProjectRecord['budget_type'],
  start_date: requireKnown(row.start_date, 'start_date of a project'),
  end_date: row.end_date,
  ...dated(row),
  type: row.type as ProjectRecord['type'],
  deleted: row.deleted,
})

/** The project inside a time: with its client, without its rate. */
export const toProjectRecord = (row: ProjectRow): ProjectWithClientRecord => ({
  ...toPlainProjectRecord(row),
  client: row.client && toClientRecord(row.client),
})

export const toProjectReferenceRecord = (row: ProjectRow): ProjectReferenceRecord => ({
  ...toProjectRecord(row),
  rate: row.rate,
})

export const toTaskRecord = (row: TaskRow): TaskRecord => ({
  id: row.id,
  name: row.name,
  ...dated(row),
  deleted: row.deleted,
})

export const toChargeRecord = (row: ChargeRow): ChargeRecord => ({
  id: row.id,
  name: row.name,
  charge: row.charge,
  unit: row.unit,
  currency: requireKnown(row.currency, 'currency of a charge'),
  ...dated(row),
  deleted: row.deleted,
})

export const toRateRecord = (row: RateRow): RateRecord => ({
  id: row.id,
  from: row.from_currency,
  to: row.to_currency,
  value: Number(row.value),
  ...dated(row),
})

export const toUserRecord = (row: UserRow): UserRecord => ({
  id: row.id,
  name: row.name,
  email: row.email,
  email_2: row.email_2,
  ...dated(row),
  current: row.current,
  owner: row.owner,
})
