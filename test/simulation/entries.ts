/** The edits of the three kinds of record: drawn at random, made here, made in a browser. */
import { createCategory, deleteCategory, updateCategoryEntry } from '#core/actions/categories.ts'
import type { ActionContext } from '#core/actions/change.ts'
import { createExpense, deleteExpenseEntry, updateExpenseEntry } from '#core/actions/expenses.ts'
import { createTime, deleteTimeEntry, updateTimeEntry } from '#core/actions/times.ts'
import { toCategory } from '#core/handlers/category-entities.ts'
import { toTimeEntries } from '#core/handlers/time-entities.ts'
import { toExpenses } from '#core/handlers/expense-entities.ts'
import { readCategory } from '#core/store/resources/categories.ts'
import { readExpense } from '#core/store/resources/expenses.ts'
import { readTime } from '#core/store/resources/times.ts'
import type { Result } from '#shared/errors.ts'
import {
  categoryValues,
  expenseValues,
  timeValues,
  type SeenValues,
} from '#shared/rules/concurrent-edits.ts'
import type { Chance } from './chance.ts'
import type { Kind } from './checks/kinds.ts'
import type { Values } from './service/held.ts'

/** Fields of a record; projects, tasks and charges by their index in the organisation's lists. */
export type Entry = Readonly<Record<string, unknown>>

interface EntryOf {
  draw(from: Chance): Entry
  /** The fields that an edit changes. */
  drawSet(from: Chance): Entry
  /** The fields of the amount that an edit changes; any others where the kind has none. */
  drawAmount(from: Chance): Entry
  /** Local ids in place of indexes, as the actions take them. */
  input(entry: Entry, local: Lookup): object
  /** The service's ids in place of indexes, as a browser sends them. */
  there(entry: Entry, base: number): Values
  create(context: ActionContext, input: never): Promise<Result<number>>
  /** @param was what a form showed of the fields it sets; undefined for an edit without a form */
  update(
    context: ActionContext,
    local: number,
    set: never,
    was?: SeenValues,
  ): Promise<Result<number>>
  /** What a form shows, by the names that actions use; undefined where the record is not here. */
  shown(context: ActionContext, local: number): Promise<Entry | undefined>
  remove(context: ActionContext, local: number): Promise<Result<number>>
}

export type Lookup = (resource: 'project' | 'task' | 'charge', place: number) => number

/** Everything happens around this day, so that every window that is read soon contains it. */
const days = ['2026-11-18', '2026-11-19', '2026-11-20'] as const
const words = ['A', 'B', 'A  b', 'U\u0308ber', 'line\r\nline', 'poison', 'poison']

/** Mostly unique texts, so that a check can tell who wrote them. */
const drawNotes = (from: Chance): string | null =>
  from.percent(65) ? `note ${from.between(0, 1e9)}` : from.percent(20) ? null : from.pick(words)

const drawProject = (from: Chance): number => from.pick([0, 0, 0, 1, 2])

/** One of these, sometimes two. */
function some(from: Chance, groups: readonly Entry[]): Entry {
  const set = { ...from.pick(groups) }
  return from.percent(20) ? { ...set, ...from.pick(groups) } : set
}

/** Replaces indexes by ids. */
function placed(
  entry: Entry,
  names: Readonly<Record<string, [string, (place: number) => number]>>,
) {
  const done: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(entry)) {
    const [name, id] = names[field] ?? [field, null]
    done[name] =
      id === null || value === null
        ? value
        : Array.isArray(value)
          ? value.map((place: number) => id(place))
          : id(value as number)
  }
  return done
}

const trimmed = (values: Record<string, unknown>): Values =>
  typeof values.notes === 'string' ? { ...values, notes: values.notes.trim() || null } : values

const time: EntryOf = {
  draw: (from) => ({
    project: drawProject(from),
    task: from.pick([0, 0, 1]),
    date: from.pick(days),
    start: from.percent(25) ? 540 : from.between(0, 1_439),
    quantity: from.percent(25) ? 4 : from.between(1, 40),
    notes: drawNotes(from),
  }),
  drawSet(from) {
    const { project, task, date, start, quantity, notes } = time.draw(from)
    return some(from, [
      { notes },
      { notes },
      { quantity },
      { quantity },
      { start },
      { date },
      { date, start },
      { task },
      { project },
    ])
  },
  drawAmount(from) {
    const { project, quantity } = time.draw(from)
    return some(from, [{ quantity }, { quantity }, { project }])
  },
  input: (entry, local) =>
    placed(entry, {
      project: ['project', (place) => local('project', place)],
      task: ['task', (place) => local('task', place)],
    }),
  there: (entry, base) =>
    trimmed(
      placed(entry, {
        project: ['project_id', (place) => base + place],
        task: ['task_id', (place) => base + place],
      }),
    ),
  create: createTime,
  update: updateTimeEntry,
  async shown({ db, organisation }, local) {
    const row = await readTime(db, organisation, local)
    const [entry] = row ? await toTimeEntries(db, [row]) : []
    return entry && { ...timeValues(entry), increment: entry.increment }
  },
  remove: deleteTimeEntry,
}

const expense: EntryOf = {
  draw(from) {
    const oneOff = from.percent(60)
    const cost = from.percent(30)
      ? { total_cost: from.between(1, 9_000), tax: 'includes', tax_rate: '12.5', currency: 'EUR' }
      : {}
    return {
      project: drawProject(from),
      ...(oneOff
        ? {
            name: from.percent(80) ? `thing ${from.between(0, 1e9)}` : 'Taxi',
            unit_charge: from.percent(25) ? 500 : from.between(-900, 90_000),
            unit: from.pick([null, 'km']),
          }
        : { charge: from.pick([0, 1]) }),
      date: from.pick(days),
      quantity: from.percent(25) ? 4 : from.between(1, 900),
      chargeable: from.percent(50),
      ...cost,
      notes: drawNotes(from),
    }
  },
  drawSet(from) {
    const { project, date, quantity, chargeable, notes } = expense.draw(from)
    return some(from, [{ notes }, { notes }, { quantity }, { date }, { chargeable }, { project }])
  },
  drawAmount(from) {
    const { project, quantity, chargeable } = expense.draw(from)
    const name = `thing ${from.between(0, 1e9)}`
    const unit_charge = from.between(-900, 90_000)
    const unit = from.pick([null, 'km', 'page'])
    const total_cost = from.between(1, 9_000)
    const cost = {
      total_cost,
      tax: from.pick(['includes', 'excludes', 'none']),
      tax_rate: from.pick(['12.5', '20', '0']),
      currency: from.pick(['EUR', 'USD']),
    }
    const set = some(from, [
      { quantity },
      { quantity },
      { unit_charge },
      { unit_charge },
      { unit_charge, unit },
      { chargeable },
      { charge: from.pick([0, 1]) },
      { charge: null, name, unit_charge, unit },
      cost,
      { total_cost },
      { total_cost: 0 },
      { project },
    ])
    if (typeof set.charge !== 'number') return set
    // The charge decides these three.
    const { name: _name, unit_charge: _price, unit: _unit, ...ofCharge } = set
    return ofCharge
  },
  input: (entry, local) =>
    placed(entry, {
      project: ['project', (place) => local('project', place)],
      charge: ['charge', (place) => local('charge', place)],
    }),
  there(entry, base) {
    const values = placed(entry, {
      project: ['project_id', (place) => base + place],
      charge: ['charge_id', (place) => base + place],
    })
    const { tax_rate } = values
    return trimmed(tax_rate === undefined ? values : { ...values, tax_rate: Number(tax_rate) })
  },
  create: createExpense,
  update: updateExpenseEntry,
  async shown({ db, organisation }, local) {
    const row = await readExpense(db, organisation, local)
    const [entry] = row ? await toExpenses(db, [row]) : []
    return entry && expenseValues(entry)
  },
  remove: deleteExpenseEntry,
}

const category: EntryOf = {
  draw: (from) => ({
    name: from.percent(80) ? `group ${from.between(0, 1e9)}` : from.pick(['Inside', 'Outside']),
    tasks: from.shuffle([0, 1, 2]).slice(0, from.between(0, 3)),
    charges: from.shuffle([0, 1]).slice(0, from.between(0, 2)),
  }),
  drawSet(from) {
    const { name, tasks, charges } = category.draw(from)
    return some(from, [{ name }, { tasks }, { tasks }, { charges }])
  },
  drawAmount: (from) => category.drawSet(from),
  input: (entry, local) =>
    placed(entry, {
      tasks: ['tasks', (place) => local('task', place)],
      charges: ['charges', (place) => local('charge', place)],
    }),
  there(entry, base) {
    const values = placed(entry, {
      tasks: ['tasks', (place) => base + place],
      charges: ['charges', (place) => base + place],
    })
    const sorted = (ids: unknown) => (ids as number[]).toSorted((one, other) => one - other)
    return {
      ...values,
      ...(values.tasks === undefined ? {} : { tasks: sorted(values.tasks) }),
      ...(values.charges === undefined ? {} : { charges: sorted(values.charges) }),
    }
  },
  create: createCategory,
  update: updateCategoryEntry,
  async shown({ db, organisation }, local) {
    const row = await readCategory(db, organisation, local)
    return row && categoryValues(await toCategory(db, organisation, row))
  },
  remove: deleteCategory,
}

export const entries: Record<Kind, EntryOf> = { time, expense, category }
