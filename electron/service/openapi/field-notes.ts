/** A sentence for each field that its name and type do not explain. */
import type { ComponentName } from './components.ts'

type Notes = Readonly<Record<string, string>>

/** Fields that mean the same in every component. */
const everywhere: Notes = {
  created_at: 'When it was made, UTC.',
  updated_at: 'When it was last changed, UTC.',
  deleted: 'True once it has been deleted.',
  currency: 'Three-letter currency code.',
  from: 'Position of the first record of the page, from 1; 0 on an empty page.',
  to: 'Position of the last record of the page; 0 on an empty page.',
  current_page: 'The page that is returned.',
  last_page: 'Number of the last page, at least 1.',
  next_page_url: 'Address of the next page, with the parameters that were given.',
  prev_page_url: 'Address of the page before.',
  path: 'Address of the list, without parameters.',
  per_page: 'Records on a page.',
  data: 'The records of the page.',
}

const time: Notes = {
  start: 'Minutes from the beginning of the day.',
  total: 'Minutes: `quantity` × `increment`.',
  quantity: 'Number of increments.',
  increment: 'Length of one increment in minutes.',
  rate: 'Smallest currency unit per hour.',
  user: 'Whose entry it is; only with `include=user`.',
}

const timeBody: Notes = {
  date: 'A civil day; it may lie in the future.',
  start: 'Minutes from the beginning of the day.',
  quantity:
    'Number of increments of the project; together at most 1500 minutes, a day of 25 hours.',
  notes: 'Trimmed; blank is kept as null.',
}

const project: Notes = {
  increment: 'Length of one increment in minutes.',
  budget: 'In the unit that `budget_type` names.',
  budget_type: '`money`: smallest currency unit; `minutes`: minutes.',
  type: '`internal` is the organization’s own work and has no client.',
  rate: 'Smallest currency unit per hour.',
  client: 'Null for internal work.',
}

const projectBody: Notes = {
  ...project,
  client_id: 'Required where `type` is `client`; null where it is `internal`.',
  increment: 'Length of one increment in minutes; 15 unless given.',
  start_date: 'Today unless given.',
  end_date: 'Null while no end is planned.',
  type: 'Follows from `client_id` unless given.',
}

const expense: Notes = {
  name: 'Name of the charge, or of the one-off charge.',
  chargeable:
    'Whether it is charged to the client and stands on an invoice; sent as true or false.',
  total_charge: '`quantity` × `unit_charge`.',
  unit_charge: 'Amount for each unit, smallest unit of the project’s currency.',
  total_cost: 'What it really cost, not charged to the client.',
  tax: 'How tax relates to `total_cost`.',
  tax_rate: 'Per cent, at most four decimal places.',
  currency: 'Currency of `total_cost`.',
  original_unit_charge: 'In the charge’s own currency.',
  original_total_charge: 'In the charge’s own currency.',
  original_currency: 'The charge’s own currency.',
  exchange_rate: 'Units of the project’s currency for one unit of the charge’s.',
  charge: 'Null for a one-off charge.',
  user: 'Whose entry it is; only with `include=user`.',
}

const expenseBody: Notes = {
  date: 'A civil day; it may lie in the future.',
  charge_id: 'A pre-defined charge: name, unit and unit charge are its own.',
  name: 'Of a one-off charge. Required without `charge_id`.',
  quantity: 'Number of units. Required with `charge_id`; 1 unless given otherwise.',
  unit_charge:
    'Of a one-off charge, smallest currency unit; below 0 for a refund. Required without `charge_id`.',
  unit: 'Of a one-off charge.',
  chargeable: 'Whether it is charged to the client and stands on an invoice.',
  total_cost: 'What it really cost, not charged to the client.',
  tax: 'How tax relates to `total_cost`. Required with it.',
  tax_rate: 'Per cent, at most four decimal places. Required with `total_cost`.',
  currency: 'Currency of `total_cost`. Required with it.',
  notes: 'Trimmed; blank is kept as null.',
}

const category: Notes = {
  name: 'Unique among the active categories, without regard to case.',
  deleted_at: 'Null while it is active.',
  deleted: 'True while it is archived.',
  tasks: 'Ids of tasks.',
  charges: 'Ids of charges.',
  tasks_count: 'How many tasks it groups.',
  charges_count: 'How many charges it groups.',
  projects: 'Ids of the projects on which its tasks or charges have been used.',
}

const charge: Notes = {
  charge: 'Amount for each unit, smallest currency unit.',
  unit: 'What is counted, like km.',
}

const rate: Notes = {
  from: 'Currency that is converted.',
  to: 'Currency that it becomes.',
  value: 'Units of `to` for one unit of `from`.',
}

const webhook: Notes = {
  uri: 'Address that receives the events.',
  events: 'Names, `<resource>.<action>`.',
  secret: 'Signs the deliveries. Shown this once.',
}

const problem: Notes = {
  message: 'A sentence for people.',
  errors: 'Texts by field or parameter.',
}

const byComponent: Readonly<Record<string, Notes>> = {
  Time: time,
  TimeInList: time,
  TimeCreate: timeBody,
  TimeUpdate: timeBody,
  TimeDeleted: { time: 'The person whose entry it was.' },
  Expense: expense,
  ExpenseCreate: expenseBody,
  ExpenseUpdate: expenseBody,
  Category: category,
  CategoryInList: category,
  CategoryShown: category,
  CategoryCreate: category,
  CategoryUpdate: category,
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
  RateUpdate: { ...rate, from: 'Cannot be changed.', to: 'Cannot be changed.' },
  Contact: { primary: 'True for the one to write to first.' },
  User: {
    current: 'False once the person has left: their tokens are refused.',
    owner: 'Owners write everyone’s entries and the reference records.',
  },
  ServiceInfo: {
    name: 'The organization.',
    capabilities: 'What is switched on beyond the specification.',
  },
  Webhook: webhook,
  WebhookCreate: webhook,
  WebhookUpdate: webhook,
  WebhookWithSecret: webhook,
  Delivery: {
    event_id: 'The `id` of the event, the same in what is sent and at every attempt.',
    attempts: 'How often it was tried.',
    response_status: 'Of the last attempt; null where there was no answer.',
    problem: 'Why the last attempt did not succeed.',
    next_attempt_at: 'While it is pending.',
  },
  ChangePage: {
    data: 'The changes, oldest first.',
    cursor: 'To ask with next time.',
    has_more: 'True when more stands after this cursor already.',
  },
  Change: {
    cursor: 'Where to go on from after this change.',
    action: '`created` when the record is new since the cursor that was asked with.',
    record: 'As showing it answers; null when it is deleted.',
  },
  Problem: problem,
  ValidationProblem: problem,
} satisfies Partial<Record<ComponentName, Notes>>

/** The sentence for a field of a component, or undefined. */
export const fieldNote = (component: string, field: string): string | undefined =>
  byComponent[component]?.[field] ?? everywhere[field]
