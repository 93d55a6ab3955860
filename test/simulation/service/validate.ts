/** What the strictest reading of the specification accepts, and the resulting record. */
import type { Held, Organisation, Resource, Values } from './held.ts'
import type { Profile } from './profile.ts'

export type Verdict = { values: Values } | { errors: Record<string, string[]> }

type Body = Record<string, unknown>
type Test = (value: unknown) => boolean

const isInteger: Test = (value) => Number.isInteger(value)
const isText: Test = (value) => typeof value === 'string'
const isDate: Test = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
const isFlag: Test = (value) => typeof value === 'boolean'
const isNullOr =
  (test: Test): Test =>
  (value) =>
    value === null || test(value)
const isList: Test = (value) => Array.isArray(value) && value.every(isInteger)

const types: Record<Resource, Record<string, Test>> = {
  times: {
    project_id: isInteger,
    task_id: isInteger,
    date: isDate,
    start: isInteger,
    quantity: isInteger,
    notes: isText,
  },
  expenses: {
    project_id: isInteger,
    charge_id: isNullOr(isInteger),
    date: isDate,
    name: isText,
    quantity: isInteger,
    chargeable: isFlag,
    unit_charge: isInteger,
    unit: isNullOr(isText),
    total_cost: isInteger,
    tax: isText,
    tax_rate: (value) => typeof value === 'number',
    currency: isText,
    notes: isText,
  },
  categories: { name: isText, charges: isList, tasks: isList },
}

/** @param held the record that is updated; undefined for a create */
export function validate(
  resource: Resource,
  organisation: Organisation,
  body: Body,
  held: Held | undefined,
  { names, capabilities }: Profile,
): Verdict {
  const errors: Record<string, string[]> = {}
  for (const [field, test] of Object.entries(types[resource])) {
    if (body[field] !== undefined && !test(body[field])) errors[field] = ['has another type']
  }
  const isUid = held
    ? body.uid === (held.uid ?? null)
    : typeof body.uid === 'string' && /^[\x21-\x7e]{1,64}$/.test(body.uid)
  if (capabilities.includes('uid') && body.uid !== undefined && !isUid) {
    errors.uid = [held ? 'can’t be changed' : 'has another form']
  }
  const missing = held ? [] : required(resource, body).filter((field) => body[field] === undefined)
  for (const field of missing) errors[field] = ['is required']
  const links: [string, ReadonlyMap<number, unknown>][] = [
    ['project_id', organisation.projects],
    ['task_id', organisation.tasks],
    ['charge_id', organisation.charges],
  ]
  for (const [field, known] of links) {
    const id = body[field]
    if (types[resource][field] && typeof id === 'number' && !known.has(id)) {
      errors[field] = ['does not exist']
    }
  }
  if (resource === 'categories' && !errors.name && body.name !== undefined) {
    const name = (body.name as string).trim()
    const others = organisation.ever.filter(
      (one) =>
        one !== held &&
        one.resource === 'categories' &&
        // Only the name of a new category has to differ from those in the archives.
        (one.goneAt === null || (names === 'ever' && !held)),
    )
    const isTaken = others.some(({ values }) =>
      names === 'ever'
        ? (values.name as string).toLowerCase() === name.toLowerCase()
        : values.name === name,
    )
    if (isTaken) errors.name = ['has already been taken']
  }
  if (resource === 'expenses' && body.charge_id === undefined && held?.values.charge_id) {
    for (const field of ['name', 'unit', 'unit_charge']) {
      if (body[field] !== undefined) errors[field] = ['is the charge’s']
    }
  }
  if (Object.keys(errors).length > 0) return { errors }
  return { values: taking[resource](body, held?.values) }
}

function required(resource: Resource, body: Body): string[] {
  switch (resource) {
    case 'times':
      return ['project_id', 'task_id', 'date', 'start', 'quantity']
    case 'expenses':
      return [
        'project_id',
        'date',
        'chargeable',
        ...(body.charge_id === undefined || body.charge_id === null
          ? ['name', 'unit_charge']
          : ['quantity']),
        ...(body.total_cost === undefined ? [] : ['tax', 'tax_rate', 'currency']),
      ]
    case 'categories':
      return ['name']
  }
}

const taking: Record<Resource, (body: Body, old: Values | undefined) => Values> = {
  times: (body, old) => ({
    project_id: body.project_id ?? old?.project_id,
    task_id: body.task_id ?? old?.task_id,
    date: body.date ?? old?.date,
    start: body.start ?? old?.start,
    quantity: body.quantity ?? old?.quantity,
    notes: textOr(body.notes, old?.notes),
  }),
  expenses: (body, old) => ({
    project_id: body.project_id ?? old?.project_id,
    charge_id: body.charge_id === undefined ? (old?.charge_id ?? null) : body.charge_id,
    date: body.date ?? old?.date,
    name: textOr(body.name, old?.name),
    quantity: body.quantity ?? old?.quantity ?? 1,
    chargeable: body.chargeable ?? old?.chargeable,
    unit_charge: body.unit_charge ?? old?.unit_charge ?? null,
    unit: textOr(body.unit, old?.unit),
    total_cost: body.total_cost ?? old?.total_cost ?? 0,
    tax: body.tax ?? old?.tax ?? 'none',
    tax_rate: body.tax_rate ?? old?.tax_rate ?? 0,
    currency: body.currency ?? old?.currency ?? 'EUR',
    notes: textOr(body.notes, old?.notes),
  }),
  categories: (body, old) => ({
    name: (body.name as string | undefined)?.trim() ?? old?.name,
    tasks: sorted(body.tasks ?? old?.tasks ?? []),
    charges: sorted(body.charges ?? old?.charges ?? []),
  }),
}

/** Trimmed; empty is null; a field that was not sent stays. */
function textOr(sent: unknown, old: unknown): unknown {
  if (sent === undefined) return old ?? null
  const text = (sent as string | null)?.trim() ?? ''
  return text === '' ? null : text
}

const sorted = (ids: unknown): number[] => [...new Set(ids as number[])].sort((a, b) => a - b)
