/** How the checks read each kind of record: its table, its groups of fields, its versions. */
import { toCategoryVersion, categoryVersionFromWire } from '#shared/resources/category-version.ts'
import { categoryWire } from '#shared/resources/category.ts'
import {
  toExpenseVersion,
  expenseVersionFromWire,
  type ExpenseVersion,
} from '#shared/resources/expense-version.ts'
import { expenseWire } from '#shared/resources/expense.ts'
import { timeWire } from '#shared/resources/time.ts'
import { timeVersionFromWire } from '#shared/resources/time-version.ts'
import { normalizeNote } from '#shared/rules/search-text.ts'
import type { Resource, Values } from '../service/held.ts'

export type Kind = 'time' | 'expense' | 'category'

/** A version by field group, each as text. */
export type Groups = Readonly<Record<string, string>>

export type Row = Readonly<Record<string, unknown>>

/** The service's id of a local record. */
export type Remote = (resource: string, local: number | null) => number | null

export interface KindOf {
  resource: Resource
  /** Selects the current rows, with what belongs to them. */
  select: string
  /** The event of the observing trigger that means the deletion of a row. */
  goes: string
  /** From the service's own values. */
  ofValues(values: Values): Groups
  /** From a record as the service writes it, or undefined when it cannot be read. */
  ofWire(text: string): Groups | undefined
  /** From a row here. */
  ofRow(row: Row, remote: Remote): Groups
  /** True for a row that is deleted. */
  isRemoved(row: Row): boolean
  /** The names of the groups that a request names. */
  named(body: Row): string[]
}

/** Fields by group. */
type Fields = Readonly<Record<string, readonly string[]>>

const text = (value: unknown): string => JSON.stringify(value ?? null)

const grouped = (version: object, fields: Fields): Groups =>
  Object.fromEntries(
    Object.entries(fields).map(([group, names]) => [
      group,
      names.map((name) => text((version as Row)[name])).join(),
    ]),
  )

const naming =
  (fields: Fields) =>
  (body: Row): string[] =>
    Object.keys(fields).filter((group) => fields[group]!.some((name) => body[name] !== undefined))

const timeValues: Fields = {
  work: ['project_id', 'task_id'],
  when: ['date', 'start'],
  quantity: ['quantity'],
  notes: ['notes'],
}

const expenseFields: Fields = {
  project: ['project_id'],
  charge: ['charge_id', 'name', 'unit_charge', 'unit'],
  date: ['date'],
  quantity: ['quantity'],
  cost: ['total_cost', 'tax', 'tax_rate', 'currency'],
  chargeable: ['chargeable'],
  notes: ['notes'],
}

const categoryFields: Fields = { name: ['name'], tasks: ['tasks'], charges: ['charges'] }

const ofTime = (time: Row): Groups =>
  grouped({ ...time, notes: normalizeNote(time.notes as string | null) }, timeValues)

/** Each value in one form, from a row here or from the service's own values. */
export const expenseIn = (expense: Row): ExpenseVersion =>
  toExpenseVersion({
    ...(expense as unknown as Parameters<typeof toExpenseVersion>[0]),
    tax_rate: expense.tax_rate === undefined ? null : `${expense.tax_rate as string}`,
    chargeable: expense.chargeable === true || expense.chargeable === 1,
  })

const ofExpense = (expense: Row): Groups => grouped(expenseIn(expense), expenseFields)

const ofCategory = (name: unknown, tasks: unknown, charges: unknown): Groups =>
  grouped(toCategoryVersion(name as string, tasks as number[], charges as number[]), categoryFields)

const listed = (ids: unknown): number[] =>
  typeof ids === 'string' ? (JSON.parse(ids) as number[]) : (ids as number[])

const mostKnown = 2_000

/** Reads each text once: the checks look at the same acknowledged versions after every step. */
function readOnce(read: (wire: unknown) => Groups | undefined): KindOf['ofWire'] {
  const known = new Map<string, Groups | undefined>()
  return (text) => {
    if (known.has(text)) return known.get(text)
    if (known.size >= mostKnown) known.clear()
    const groups = read(parsed(text))
    known.set(text, groups)
    return groups
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const kinds: Record<Kind, KindOf> = {
  time: {
    resource: 'times',
    select: 'select * from time_entry',
    goes: 'after delete on main.time_entry',
    ofValues: ofTime,
    ofWire: readOnce((wire) => {
      const read = timeWire.safeParse(wire)
      return read.success ? ofTime(timeVersionFromWire(read.data) as unknown as Row) : undefined
    }),
    ofRow: (row, remote) =>
      ofTime({
        ...row,
        project_id: remote('project', row.project_id as number | null),
        task_id: remote('task', row.task_id as number | null),
      }),
    isRemoved: () => false,
    named: naming(timeValues),
  },
  expense: {
    resource: 'expenses',
    select: 'select * from expense',
    goes: 'after delete on main.expense',
    ofValues: ofExpense,
    ofWire: readOnce((wire) => {
      const read = expenseWire.safeParse(wire)
      return read.success ? grouped(expenseVersionFromWire(read.data), expenseFields) : undefined
    }),
    ofRow: (row, remote) =>
      ofExpense({
        ...row,
        project_id: remote('project', row.project_id as number | null),
        charge_id: remote('charge', row.charge_id as number | null),
      }),
    isRemoved: () => false,
    named: naming(expenseFields),
  },
  category: {
    resource: 'categories',
    select: `select c.*,
      (select json_group_array(task_id) from category_task where category_id = c.id) as tasks,
      (select json_group_array(charge_id) from category_charge where category_id = c.id) as charges
      from category c where deleted_at is null`,
    goes: `after update of deleted_at on main.category
      when old.deleted_at is null and new.deleted_at is not null`,
    ofValues: ({ name, tasks, charges }) => ofCategory(name, tasks, charges),
    ofWire: readOnce((wire) => {
      const read = categoryWire.safeParse(wire)
      return read.success ? grouped(categoryVersionFromWire(read.data), categoryFields) : undefined
    }),
    ofRow(row, remote) {
      const ids = (resource: string, locals: unknown) =>
        listed(locals).map((local) => remote(resource, local) ?? 0)
      return ofCategory(row.name, ids('task', row.tasks), ids('charge', row.charges))
    },
    isRemoved: (row) => row.deleted_at !== null,
    named: naming(categoryFields),
  },
}

export const kindNames = Object.keys(kinds) as Kind[]
export const kindOfResource = (resource: string | undefined): Kind | undefined =>
  kindNames.find((kind) => kinds[kind].resource === resource)
