/** A sentence for each field that its name and type do not explain. */
import type { ComponentName } from './components.ts'

type Notes = Readonly<Record<string, string>>

/** Fields that mean the same in every component. */
const everywhere: Notes = {
  created_at: 'When the record was created, in UTC.',
  updated_at: 'When the record was last changed, in UTC.',
  deleted: 'Whether the record has been deleted.',
  currency: 'Three-letter currency code.',
  from: 'Position of the first record on the page, starting at 1, or 0 if the page is empty.',
  to: 'Position of the last record on the page, or 0 if the page is empty.',
  current_page: 'Number of the returned page.',
  last_page: 'Number of the last page, at least 1.',
  next_page_url: 'URL of the next page, with the parameters of the request. Null if there is none.',
  prev_page_url:
    'URL of the previous page, with the parameters of the request. Null if there is none.',
  path: 'URL of the list, without parameters.',
  per_page: 'Number of records per page.',
  data: 'The records on the page.',
}

const named: Notes = {
  uid: 'The `uid` that the record was created with, or null. It never changes.',
}

const namedBody: Notes = {
  uid: 'A name for the record, unique in the organization among records of its kind. Creating a record with the `uid` of an existing one returns that one, unchanged.',
}

const renamedBody: Notes = { uid: 'The record’s own. It can’t be changed.' }

const time: Notes = {
  ...named,
  start: 'Start time, in minutes from the beginning of the day.',
  total: 'Duration in minutes: `quantity` × `increment`.',
  quantity: 'Number of increments.',
  increment: 'Duration of one increment, in minutes.',
  rate: 'Hourly rate, in the smallest currency unit.',
  user: 'The person whose entry it is. Present only with `include=user`.',
}

const timeBody: Notes = {
  date: 'A calendar date, which can be in the future.',
  start: 'Start time, in minutes from the beginning of the day.',
  quantity:
    'Number of the project’s increments. The total can be up to 1,500 minutes, a day of 25 hours.',
  notes: 'Trimmed. Blank notes are saved as null.',
}

const project: Notes = {
  increment: 'Duration of one increment, in minutes.',
  budget: 'Amount in the unit that `budget_type` specifies.',
  budget_type: 'Unit of `budget`: the smallest currency unit for `money`, minutes for `minutes`.',
  type: '`internal` projects are the organization’s own work and have no client.',
  rate: 'Hourly rate, in the smallest currency unit.',
  client: 'Null for internal projects.',
}

const projectBody: Notes = {
  ...project,
  client_id: 'Required if `type` is `client`. Null if it’s `internal`.',
  increment: 'Duration of one increment, in minutes. Defaults to 15.',
  start_date: 'Defaults to today.',
  end_date: 'Null if no end is planned.',
  type: 'Defaults to the type that matches `client_id`.',
}

const expense: Notes = {
  ...named,
  name: 'Name of the charge or of the one-off expense.',
  chargeable:
    'Whether the expense is billed to the client and appears on an invoice. Sent as true or false in requests.',
  total_charge: '`quantity` × `unit_charge`.',
  unit_charge: 'Amount per unit, in the smallest unit of the project’s currency.',
  total_cost: 'Actual internal cost, not billed to the client.',
  tax: 'How tax relates to `total_cost`.',
  tax_rate: 'Percentage, with up to four decimal places.',
  currency: 'Currency of `total_cost`.',
  original_unit_charge: '`unit_charge` in the charge’s own currency.',
  original_total_charge: '`total_charge` in the charge’s own currency.',
  original_currency: 'The charge’s own currency.',
  exchange_rate: 'Units of the project’s currency per unit of the charge’s currency.',
  charge: 'Null for a one-off expense.',
  user: 'The person whose entry it is. Present only with `include=user`.',
}

const expenseBody: Notes = {
  date: 'A calendar date, which can be in the future.',
  charge_id: 'ID of a predefined charge, which sets the name, unit, and unit charge.',
  name: 'Name of a one-off expense. Required without `charge_id`.',
  quantity: 'Number of units. Required with `charge_id`. Otherwise, defaults to 1.',
  unit_charge:
    'Amount per unit of a one-off expense, in the smallest currency unit. Below 0 for a refund. Required without `charge_id`.',
  unit: 'Unit of a one-off expense.',
  chargeable: 'Whether the expense is billed to the client and appears on an invoice.',
  total_cost: 'Actual internal cost, not billed to the client.',
  tax: 'How tax relates to `total_cost`. Required with `total_cost`.',
  tax_rate: 'Percentage, with up to four decimal places. Required with `total_cost`.',
  currency: 'Currency of `total_cost`. Required with `total_cost`.',
  notes: 'Trimmed. Blank notes are saved as null.',
}

const category: Notes = {
  ...named,
  name: 'Unique among active categories, ignoring case.',
  deleted_at: 'When the category was archived. Null while it’s active.',
  deleted: 'Whether the category is archived.',
  tasks: 'IDs of the category’s tasks.',
  charges: 'IDs of the category’s charges.',
  tasks_count: 'Number of tasks in the category.',
  charges_count: 'Number of charges in the category.',
  projects: 'IDs of the projects on which the category’s tasks or charges have been used.',
}

const charge: Notes = {
  charge: 'Amount per unit, in the smallest currency unit.',
  unit: 'What one unit is, like km.',
}

const rate: Notes = {
  from: 'Currency to convert from.',
  to: 'Currency to convert to.',
  value: 'Units of `to` per unit of `from`.',
}

const webhook: Notes = {
  uri: 'URL that receives the events.',
  events: 'Event names, in the form `<resource>.<action>`.',
  secret: 'Secret that signs the deliveries. Shown only once.',
}

const problem: Notes = {
  message: 'Message for people.',
  errors: 'Messages by field or parameter.',
}

const byComponent: Readonly<Record<string, Notes>> = {
  Time: time,
  TimeInList: time,
  TimeCreate: { ...timeBody, ...namedBody },
  TimeUpdate: { ...timeBody, ...renamedBody },
  TimeDeleted: { time: 'The person whose entry it was.' },
  Expense: expense,
  ExpenseCreate: { ...expenseBody, ...namedBody },
  ExpenseUpdate: { ...expenseBody, ...renamedBody },
  Category: category,
  CategoryInList: category,
  CategoryShown: category,
  CategoryCreate: { ...category, ...namedBody },
  CategoryUpdate: { ...category, ...renamedBody },
  Project: project,
  ProjectInTime: project,
  ProjectInExpense: project,
  ProjectShort: project,
  ProjectCreate: projectBody,
  ProjectUpdate: projectBody,
  Charge: charge,
  ChargeCreate: charge,
  ChargeUpdate: charge,
  Rate: rate,
  RateCreate: rate,
  RateUpdate: { ...rate, from: 'Can’t be changed.', to: 'Can’t be changed.' },
  Contact: { primary: 'Whether this is the contact to write to first.' },
  User: {
    current: 'False once the person has left. Their tokens are then rejected.',
    owner:
      'Whether the person is an owner. Owners can write everyone’s entries and the reference records.',
  },
  ServiceInfo: {
    name: 'Name of the organization.',
    capabilities: 'What is turned on beyond the interface specification.',
    epoch:
      'Changes when the database is set back, for example when a backup is restored. Records created since the backup may then be missing.',
    epoch_from: 'Time of the newest change that the database had when the epoch began, in UTC.',
    epoch_since: 'When the epoch began, in UTC.',
  },
  Webhook: webhook,
  WebhookCreate: webhook,
  WebhookUpdate: webhook,
  WebhookWithSecret: webhook,
  Delivery: {
    event_id: '`id` of the event, the same in its body and in every attempt.',
    attempts: 'Number of attempts so far.',
    response_status: 'Response status of the last attempt. Null if there was no response.',
    problem: 'Why the last attempt didn’t succeed.',
    next_attempt_at: 'When the next attempt is due, while the delivery is pending.',
  },
  ChangePage: {
    data: 'The changes, oldest first.',
    cursor: 'Cursor for the next request.',
    has_more: 'Whether there are already more changes after this cursor.',
  },
  Change: {
    cursor: 'Cursor to continue from after this change.',
    action: '`created` if the record is new since the cursor of the request.',
    record: 'The record, as its own endpoint returns it. Null if it was deleted.',
  },
  Problem: problem,
  ValidationProblem: problem,
} satisfies Partial<Record<ComponentName, Notes>>

/** The sentence for a field of a component, or undefined. */
export const fieldNote = (component: string, field: string): string | undefined =>
  byComponent[component]?.[field] ?? everywhere[field]
