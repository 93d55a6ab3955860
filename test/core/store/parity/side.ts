/** A store that holds a world: the service's, whose ids are the world's, or a client's. */
import { sql } from 'kysely'
import { insertCategory, listCategories } from '#core/store/resources/categories.ts'
import { insertCharge, listCharges, updateCharge } from '#core/store/resources/charges.ts'
import { insertClient, listClients, updateClient } from '#core/store/resources/clients.ts'
import type { Db, Trx } from '#core/store/database/db.ts'
import {
  deleteExpense,
  insertExpense,
  listExpenses,
  updateExpense,
  type ExpenseChange,
} from '#core/store/resources/expenses.ts'
import { insertProject, listProjects, updateProject } from '#core/store/resources/projects.ts'
import { insertTask, listTasks, updateTask } from '#core/store/resources/tasks.ts'
import { deleteTime, insertTime, listTimes, updateTime } from '#core/store/resources/times.ts'
import { insertUser, listUsers, updateUser } from '#core/store/resources/users.ts'
import { insertWebhook, listWebhooks } from '#core/store/resources/webhooks.ts'
import type { TableWithTie } from '#core/store/resources/tie-breaker.ts'
import { organisation } from '../../../support/store.ts'
import type { Answer, Asked } from './model.ts'
import type { Expense, Time, World } from './world.ts'

type Kind = keyof World

const tables: Record<Kind, TableWithTie> = {
  users: 'user',
  clients: 'client',
  projects: 'project',
  tasks: 'task',
  charges: 'charge',
  categories: 'category',
  webhooks: 'webhook',
  times: 'time_entry',
  expenses: 'expense',
}

// What a service stores of its records beyond what lists need.
const currency = 'NZD'
const start_date = '2026-01-01'

/**
 * Writes and reads by the service's ids.
 * @param numbers whether rows get ids of their own, and their service ids only as ties
 */
export function createSide(db: Db, numbers: 'service' | 'client') {
  const locals = new Map<string, number>()
  const local = (kind: Kind, id: number): number => locals.get(`${kind} ${id}`)!
  const localOrNull = (kind: Kind, id: number | null) => (id === null ? null : local(kind, id))
  const inOne = <Value>(work: (trx: Trx) => Promise<Value>) => db.transaction().execute(work)

  /** As sync does it on a client: the row is inserted first, then gets the service's id. */
  async function add(
    kind: Kind,
    id: number,
    insert: (
      trx: Trx,
      common: { organisation_id: number; created_at: string; tie?: number },
    ) => Promise<number>,
  ): Promise<void> {
    const row = await inOne((trx) =>
      insert(trx, {
        organisation_id: organisation,
        created_at: '2026-01-01 00:00:00',
        ...(numbers === 'client' && { tie: 2 ** 29 + locals.size }),
      }),
    )
    locals.set(`${kind} ${id}`, row)
    if (numbers === 'service') return
    await sql`update ${sql.table(tables[kind])} set tie = ${id} where id = ${row}`.execute(db)
  }

  const timeColumns = (time: Omit<Time, 'id'>) => ({
    date: time.date,
    start: time.start,
    quantity: time.quantity,
    increment: 15,
    rate: 0,
    currency,
    updated_at: '2026-01-01 00:00:00',
    notes: time.notes,
    project_id: local('projects', time.project),
    task_id: local('tasks', time.task),
    user_id: local('users', time.user),
  })
  const expenseColumns = (expense: Omit<Expense, 'id'>) => ({
    date: expense.date,
    name: expense.name,
    notes: expense.notes,
    updated_at: expense.updated_at,
    chargeable: true,
    unit_charge: 0,
    currency,
    original_currency: currency,
    project_id: local('projects', expense.project),
    charge_id: localOrNull('charges', expense.charge),
    user_id: local('users', expense.user),
  })

  const side = {
    db,
    local,
    addTime: (time: Time) =>
      add('times', time.id, (trx, common) => insertTime(trx, { ...common, ...timeColumns(time) })),
    changeTime: (time: Time, fields: readonly string[]) =>
      inOne((trx) => updateTime(trx, local('times', time.id), only(timeColumns(time), fields))),
    removeTime: (id: number) => inOne((trx) => deleteTime(trx, local('times', id))),
    addExpense: (expense: Expense) =>
      add('expenses', expense.id, (trx, common) =>
        insertExpense(trx, { ...common, ...expenseColumns(expense) } as Parameters<
          typeof insertExpense
        >[1]),
      ),
    changeExpense: (expense: Expense, fields: readonly string[]) =>
      inOne((trx) =>
        updateExpense(
          trx,
          local('expenses', expense.id),
          only(expenseColumns(expense), fields) as ExpenseChange,
        ),
      ),
    removeExpense: (id: number) => inOne((trx) => deleteExpense(trx, local('expenses', id))),
    rename: (
      kind: 'users' | 'clients' | 'projects' | 'tasks' | 'charges',
      id: number,
      name: string,
    ) => inOne((trx) => renames[kind](trx, local(kind, id), { name })),

    /** @param backwards makes the rows in another order than the service did */
    async load(world: World, backwards: boolean): Promise<void> {
      const some = <Item>(items: readonly Item[]) => (backwards ? items.toReversed() : items)
      for (const { id, name, updated_at } of some(world.users)) {
        const email = `${id}@example.org`
        await add('users', id, (trx, common) =>
          insertUser(trx, { ...common, name, updated_at, email }),
        )
      }
      for (const { id, ...client } of some(world.clients)) {
        await add('clients', id, (trx, common) => insertClient(trx, { ...common, ...client }))
      }
      for (const { id, client, ...project } of some(world.projects)) {
        const client_id = localOrNull('clients', client)
        await add('projects', id, (trx, common) =>
          insertProject(trx, { ...common, ...project, client_id, currency, start_date }),
        )
      }
      for (const { id, ...task } of some(world.tasks)) {
        await add('tasks', id, (trx, common) => insertTask(trx, { ...common, ...task }))
      }
      for (const { id, ...charge } of some(world.charges)) {
        await add('charges', id, (trx, common) =>
          insertCharge(trx, { ...common, ...charge, currency }),
        )
      }
      for (const { id, name, updated_at, deleted, tasks, charges } of some(world.categories)) {
        await add('categories', id, async (trx, common) => {
          const made = await insertCategory(trx, {
            ...common,
            name,
            updated_at,
            tasks: tasks.map((task) => local('tasks', task)),
            charges: charges.map((charge) => local('charges', charge)),
            ...(deleted && { deleted_at: updated_at }),
          })
          return made
        })
      }
      const updated_at = '2026-01-01 00:00:00'
      for (const { id } of some(world.webhooks)) {
        await add('webhooks', id, (trx, common) =>
          insertWebhook(trx, {
            ...common,
            updated_at,
            uri: `https://example.org/${id}`,
            events: [],
          }),
        )
      }
      for (const time of some(world.times)) await side.addTime(time)
      for (const expense of some(world.expenses)) await side.addExpense(expense)
    },

    async answer({ resource, ...query }: Asked): Promise<Answer> {
      const { data, total } = await lists[resource](db, organisation, query as never)
      return {
        ids: await side.remotes(
          resource,
          data.map(({ id }) => id),
        ),
        total,
      }
    },

    /** The service's ids of rows. */
    async remotes(kind: Kind, ids: readonly number[]): Promise<number[]> {
      if (numbers === 'service') return [...ids]
      const { rows } = await sql<{ id: number; tie: number }>`
        select id, tie from ${sql.table(tables[kind])}`.execute(db)
      const ties = new Map(rows.map(({ id, tie }) => [id, tie]))
      return ids.map((id) => ties.get(id)!)
    },
  }
  return side
}

/** The columns of these fields alone; the column of a reference ends in `_id`. */
const only = <Columns extends object>(columns: Columns, fields: readonly string[]) =>
  Object.fromEntries(
    Object.entries(columns).filter(([column]) => fields.includes(column.replace(/_id$/, ''))),
  ) as Partial<Columns>

export type Side = ReturnType<typeof createSide>

const renames = {
  users: updateUser,
  clients: updateClient,
  projects: updateProject,
  tasks: updateTask,
  charges: updateCharge,
}

const lists: Record<
  Kind,
  (db: Db, organisation: number, query: never) => Promise<{ data: { id: number }[]; total: number }>
> = {
  users: listUsers,
  clients: listClients,
  projects: listProjects,
  tasks: listTasks,
  charges: listCharges,
  categories: listCategories,
  webhooks: listWebhooks,
  times: listTimes,
  expenses: listExpenses,
}
