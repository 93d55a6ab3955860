/** Records as the specification shows them. */
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Desk } from './desk.ts'
import type { Held, Organisation, Project } from './held.ts'

type Wire = Record<string, unknown>

const born = '2026-01-01 00:00:00'
const dated = { created_at: born, updated_at: born }

const client = { id: 1, name: 'Fernwood', code: 'FRN', deleted: false }
const fullClient = {
  ...client,
  phone: null,
  fax: null,
  ...dated,
  contact: { id: 1, name: 'Ada', email: 'ada@time.test', phone: null, mobile: '1', primary: true },
  address: {
    street: null,
    street_2: null,
    suburb: null,
    city: null,
    state: null,
    postal: null,
    country: null,
  },
  postal: {
    street: null,
    street_2: null,
    suburb: null,
    city: null,
    state: null,
    postal: null,
    country: null,
  },
}

const shortProject = ({ id, name, code }: Project): Wire => ({
  id,
  name,
  code,
  status: 'incomplete',
  type: 'client',
  deleted: false,
})

export const fullProject = (project: Project): Wire => ({
  ...shortProject(project),
  description: '',
  currency: project.currency,
  increment: project.increment,
  budget: null,
  budget_type: null,
  start_date: '2026-01-01',
  end_date: null,
  ...dated,
  ...project.dates,
})

export const fullTask = (one: { id: number; name: string }): Wire => ({
  id: one.id,
  name: one.name,
  ...dated,
  deleted: false,
})

export const fullCharge = (one: {
  id: number
  name: string
  charge: number
  unit: string
}): Wire => ({ ...one, currency: 'EUR', ...dated, deleted: false })

/** @param full as store, show and update return it; else as a list does */
export function render(desk: Desk, held: Held, organisation: Organisation, full: boolean): Wire {
  const record = renderPlain(held, organisation, full)
  const hasUids = desk.profile.capabilities.includes('uid')
  return hasUids ? { ...record, uid: held.uid ?? null } : record
}

function renderPlain(held: Held, organisation: Organisation, full: boolean): Wire {
  const stamps = { created_at: toTimestamp(held.created), updated_at: toTimestamp(held.updated) }
  switch (held.resource) {
    case 'times':
      return renderTime(held, organisation, full, stamps)
    case 'expenses':
      return renderExpense(held, organisation, stamps)
    case 'categories':
      return renderCategory(held, full, stamps)
  }
}

/** As show returns it: a category also with the projects on which it has been used. */
export function show(desk: Desk, held: Held, organisation: Organisation): Wire {
  const record = render(desk, held, organisation, true)
  return held.resource === 'categories' ? { ...record, projects: used(held, organisation) } : record
}

function used({ values }: Held, { held }: Organisation): number[] {
  const [tasks, charges] = [values.tasks as number[], values.charges as number[]]
  const entries = [...held.get('times')!.values(), ...held.get('expenses')!.values()]
  const uses = entries.filter(
    (entry) =>
      tasks.includes(entry.values.task_id as number) ||
      charges.includes(entry.values.charge_id as number),
  )
  return [...new Set(uses.map((entry) => entry.values.project_id as number))].toSorted(
    (one, other) => one - other,
  )
}

function renderTime(
  { id, values }: Held,
  { projects, tasks }: Organisation,
  full: boolean,
  stamps: Wire,
): Wire {
  const project = projects.get(values.project_id as number)!
  const task = tasks.get(values.task_id as number)!
  const quantity = values.quantity as number
  return {
    id,
    date: values.date,
    start: values.start,
    total: quantity * project.increment,
    quantity,
    increment: project.increment,
    rate: project.rate,
    notes: values.notes,
    currency: project.currency,
    ...stamps,
    project: full
      ? { ...fullProject(project), client: fullClient }
      : { ...shortProject(project), client },
    task: full ? fullTask(task) : { id: task.id, name: task.name, deleted: false },
  }
}

function renderExpense(
  { id, values }: Held,
  { projects, charges }: Organisation,
  stamps: Wire,
): Wire {
  const project = projects.get(values.project_id as number)!
  const charge = charges.get(values.charge_id as number)
  const unitCharge = (charge?.charge ?? values.unit_charge) as number
  const total = (values.quantity as number) * unitCharge
  return {
    id,
    date: values.date,
    name: charge?.name ?? values.name,
    quantity: values.quantity,
    notes: values.notes,
    chargeable: values.chargeable === true ? 1 : 0,
    total_charge: total,
    unit_charge: unitCharge,
    unit: charge?.unit ?? values.unit,
    total_cost: values.total_cost,
    tax: values.tax,
    tax_rate: values.tax_rate,
    currency: values.currency,
    ...stamps,
    original_total_charge: total,
    original_unit_charge: unitCharge,
    original_currency: charge ? 'EUR' : project.currency,
    exchange_rate: 1,
    charge: charge ? fullCharge(charge) : null,
    project: fullProject(project),
  }
}

function renderCategory({ id, values, goneAt }: Held, full: boolean, stamps: Wire): Wire {
  const tasks = values.tasks as number[]
  const charges = values.charges as number[]
  return {
    id,
    name: values.name,
    ...stamps,
    deleted_at: goneAt === null ? null : stamps.updated_at,
    deleted: goneAt !== null,
    ...(full ? { tasks, charges } : { tasks_count: tasks.length, charges_count: charges.length }),
  }
}

/** The one person of all machines. The specification shows them where a time was deleted. */
export const user = {
  id: 1,
  name: 'Ada',
  email: 'ada@time.test',
  email_2: null,
  ...dated,
  current: true,
  owner: false,
}

/** A record with its owner, where that is requested. */
export const withUser = (desk: Desk, url: URL, held: Held, record: Wire): Wire =>
  held.resource !== 'categories' &&
  desk.profile.capabilities.includes('user') &&
  url.searchParams.get('include') === 'user'
    ? { ...record, user: held.user ?? { id: user.id, name: user.name } }
    : record
