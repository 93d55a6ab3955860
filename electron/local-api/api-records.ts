/**
 * Converts the core's values to the records of the specification. A value that this computer does
 * not have is null, even where the specification has no null: a draft has no project, and of a
 * service without the `reference` capability only those fields of a project are known that its
 * lists of entries contain.
 */
import type { CategorySummary } from '#shared/resources/category.ts'
import type { Charge, ChargeRecord } from '#shared/resources/charge.ts'
import type { Address, Client, ClientRecord } from '#shared/resources/client.ts'
import type {
  Expense,
  ExpenseCharge,
  ExpenseProject,
  ExpenseRecord,
} from '#shared/resources/expense.ts'
import type { Project, ProjectRecord, ProjectReferenceRecord } from '#shared/resources/project.ts'
import type { Task, TaskRecord } from '#shared/resources/task.ts'
import type { TimeEntry, TimeRecord } from '#shared/resources/time.ts'
import type { User, UserRecord } from '#shared/resources/user.ts'
import type { Webhook } from '#shared/resources/webhook.ts'
import { toApiId, type RecordIds } from './api-ids.ts'

/** A value for each field of a record, besides those that it has only on request. */
type FieldsOf<Answer, Left extends keyof Answer = never> = {
  readonly [Field in Exclude<keyof Answer, 'uid' | 'user' | Left>]: unknown
}

const noAddress: Address = {
  street: null,
  street_2: null,
  suburb: null,
  city: null,
  state: null,
  postal: null,
  country: null,
}

const userIn = (user: (RecordIds & { name: string }) | null) =>
  user && { id: toApiId(user), name: user.name }

const timeFields = (entry: TimeEntry, withUser: boolean) =>
  ({
    id: toApiId(entry),
    date: entry.date,
    start: entry.start,
    total: entry.total,
    quantity: entry.quantity,
    increment: entry.increment,
    rate: entry.rate,
    notes: entry.notes,
    currency: entry.currency,
    created_at: entry.created_at,
    updated_at: entry.updated_at,
    ...(withUser ? { user: userIn(entry.user) } : {}),
  }) satisfies FieldsOf<TimeRecord, 'project' | 'task'>

/** In index responses: short project and task. */
export const toApiTimeListRecord = (withUser: boolean) => (entry: TimeEntry) => {
  const { project, task } = entry
  return {
    ...timeFields(entry, withUser),
    project: project && {
      id: toApiId(project),
      name: project.name,
      code: project.code,
      status: project.status,
      type: project.type,
      deleted: project.deleted,
      client: project.client && {
        id: toApiId(project.client),
        name: project.client.name,
        code: project.client.code,
        deleted: project.client.deleted,
      },
    },
    task: task && { id: toApiId(task), name: task.name, deleted: task.deleted },
  }
}

/** In store, show and update responses: the full project, with its client, and the full task. */
export const toApiTimeRecord = (
  entry: TimeEntry,
  project: Project | undefined,
  task: Task | undefined,
  withUser: boolean,
) => ({
  ...timeFields(entry, withUser),
  project: project ? projectWithClient(project) : null,
  task: task ? toApiTaskRecord(task) : null,
})

/** The project inside an expense: without its client and its rate. */
const plainProject = (project: ExpenseProject) =>
  ({
    id: toApiId(project),
    status: project.status,
    name: project.name,
    code: project.code,
    description: project.description,
    currency: project.currency,
    increment: project.increment,
    budget: project.budget,
    budget_type: project.budget_type,
    start_date: project.start_date,
    end_date: project.end_date,
    created_at: project.created_at,
    updated_at: project.updated_at,
    type: project.type,
    deleted: project.deleted,
  }) satisfies FieldsOf<ProjectRecord>

const projectWithClient = (project: Project) => ({
  ...plainProject(project),
  client: project.client && toApiClientRecord(project.client),
})

export const toApiProjectRecord = (project: Project) =>
  ({
    ...projectWithClient(project),
    rate: project.rate,
  }) satisfies FieldsOf<ProjectReferenceRecord>

export const toApiClientRecord = (client: Client) =>
  ({
    id: toApiId(client),
    code: client.code,
    name: client.name,
    phone: client.phone,
    fax: client.fax,
    created_at: client.created_at,
    updated_at: client.updated_at,
    deleted: client.deleted,
    contact: client.contact,
    address: client.address ?? noAddress,
    postal: client.postal ?? noAddress,
  }) satisfies FieldsOf<ClientRecord>

export const toApiTaskRecord = (task: Task) =>
  ({
    id: toApiId(task),
    name: task.name,
    created_at: task.created_at,
    updated_at: task.updated_at,
    deleted: task.deleted,
  }) satisfies FieldsOf<TaskRecord>

export const toApiChargeRecord = (charge: Charge | ExpenseCharge) =>
  ({
    id: toApiId(charge),
    name: charge.name,
    charge: charge.charge,
    unit: charge.unit,
    currency: charge.currency,
    created_at: charge.created_at,
    updated_at: charge.updated_at,
    deleted: charge.deleted,
  }) satisfies FieldsOf<ChargeRecord>

export const toApiUserRecord = (user: User) =>
  ({
    id: toApiId(user),
    name: user.name,
    email: user.email,
    email_2: user.email_2,
    created_at: user.created_at,
    updated_at: user.updated_at,
    current: user.current,
    owner: user.owner,
  }) satisfies FieldsOf<UserRecord>

/** The same in index and show responses. */
export const toApiExpenseRecord = (withUser: boolean) => (expense: Expense) =>
  ({
    id: toApiId(expense),
    date: expense.date,
    name: expense.name,
    quantity: expense.quantity,
    notes: expense.notes,
    chargeable: expense.chargeable,
    total_charge: expense.total_charge,
    unit_charge: expense.unit_charge,
    unit: expense.unit,
    total_cost: expense.total_cost,
    tax: expense.tax,
    tax_rate: expense.tax_rate,
    currency: expense.currency,
    created_at: expense.created_at,
    updated_at: expense.updated_at,
    original_total_charge: expense.original_total_charge,
    original_unit_charge: expense.original_unit_charge,
    original_currency: expense.original_currency,
    exchange_rate: expense.exchange_rate,
    charge: expense.charge && toApiChargeRecord(expense.charge),
    project: expense.project && plainProject(expense.project),
    ...(withUser ? { user: userIn(expense.user) } : {}),
  }) satisfies FieldsOf<ExpenseRecord>

export const toApiCategoryIdentity = (category: CategorySummary) => ({
  id: toApiId(category),
  name: category.name,
  created_at: category.created_at,
  updated_at: category.updated_at,
  deleted_at: category.deleted_at,
  deleted: category.deleted,
})

/** In index responses: counts. */
export const toApiCategoryListRecord = (category: CategorySummary) => ({
  ...toApiCategoryIdentity(category),
  tasks_count: category.tasks_count,
  charges_count: category.charges_count,
})

export const toApiWebhookRecord = (webhook: Webhook) => ({
  id: toApiId(webhook),
  uri: webhook.uri,
  events: webhook.events,
  created_at: webhook.created_at,
  updated_at: webhook.updated_at,
})
