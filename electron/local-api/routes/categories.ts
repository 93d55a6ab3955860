/** The five endpoints of categories (specification, Categories), and the capability `restore`. */
import type { Hono } from 'hono'
import { listQueries } from '#service/http/list-queries.ts'
import { notFound } from '#service/http/problem.ts'
import { readFields, refuseProblems } from '#service/http/read-fields.ts'
import { recordRoutes } from '#service/http/record-routes.ts'
import {
  categoryCreate,
  categoryListRecord,
  categoryRecord,
  categoryShowRecord,
  categoryUpdate,
  type Category,
} from '#shared/resources/category.ts'
import { toSortedSet } from '#shared/rules/category-members.ts'
import { categoryValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { toApiId, type RecordIds } from '../api-ids.ts'
import { toApiRecord } from '../api-records.ts'
import { isEmpty, localReads, type LocalBackEnd } from '../back-end.ts'
import type { CoreCalls } from '../core-calls.ts'
import type { LocalApiEnv } from '../request-guards.ts'
import { resolveMembers } from '../resolve-request-references.ts'

const toRecord = toApiRecord(categoryRecord)
const toShown = toApiRecord(categoryShowRecord)

const { find, ...reads } = localReads('categories', 'category')

export const localCategoryRoutes = (backEnd: LocalBackEnd): Hono<LocalApiEnv> =>
  recordRoutes(backEnd, {
    ...reads,
    query: listQueries.categories,
    toListRecord: toApiRecord(categoryListRecord),
    async find(reading, id) {
      const category = await find(reading, id)
      if (category.deleted) throw notFound()
      return category
    },
    toRecord: async ({ calls }, category: Category) =>
      toRecord({ ...category, ...(await membersOf(calls, category)) }),
    async toShownRecord({ calls }, category) {
      const projects = await idsOf(calls, 'projects.show', category.projects)
      return toShown({ ...category, ...(await membersOf(calls, category)), projects })
    },
    writes: {
      create: async ({ calls }, body) => ({ row: await create(calls, body) }),
      update: ({ calls }, current, body) => update(calls, current, body),
      remove: ({ calls }, { local }) => calls.run('categories.delete', { local }),
      restore: async (writing, id) =>
        writing.calls.run('categories.restore', { local: (await find(writing, id)).local }),
    },
  })

const membersOf = async (calls: CoreCalls, { tasks, charges }: Category) => ({
  tasks: await idsOf(calls, 'tasks.show', tasks),
  charges: await idsOf(calls, 'charges.show', charges),
})

/** Returns the ids of the API for local ones, in ascending order. */
async function idsOf(
  calls: CoreCalls,
  show: 'projects.show' | 'tasks.show' | 'charges.show',
  locals: readonly number[],
): Promise<number[]> {
  const shown = await Promise.all(
    locals.map((local): Promise<RecordIds | undefined> => calls.find(show, { local })),
  )
  return toSortedSet(shown.flatMap((record) => (record ? [toApiId(record)] : [])))
}

async function create(calls: CoreCalls, body: Record<string, unknown>): Promise<Category> {
  const { values, problems } = readFields(categoryCreate.shape, body)
  const tasks = await resolveMembers(calls, 'task', values.tasks, problems)
  const charges = await resolveMembers(calls, 'charge', values.charges, problems)
  refuseProblems(problems)
  return calls.run('categories.create', { name: values.name!, tasks, charges })
}

async function update(
  calls: CoreCalls,
  current: Category,
  body: Record<string, unknown>,
): Promise<Category> {
  const { values: set, problems } = readFields(categoryUpdate.shape, body)
  for (const [list, kind] of [
    ['tasks', 'task'],
    ['charges', 'charge'],
  ] as const) {
    const members = await resolveMembers(calls, kind, set[list], problems, current[list])
    if (members) set[list] = members
  }
  refuseProblems(problems)
  const { local } = current
  const was = wasOf(set, categoryValues(current))
  return isEmpty(set) ? current : calls.run('categories.update', { local, set, was })
}
