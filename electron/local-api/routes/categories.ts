/** The five endpoints of categories (specification, Categories), and the capability `restore`. */
import { Hono } from 'hono'
import { readFields, refuseProblems } from '#service/http/read-fields.ts'
import { readJsonObject, withBody } from '#service/http/read-json-body.ts'
import { readListQuery } from '#service/http/parameters.ts'
import { notFound } from '#service/http/problem.ts'
import {
  categoryCreate,
  categorySortKeys,
  categoryUpdate,
  type Category,
} from '#shared/resources/category.ts'
import { toSortedSet } from '#shared/rules/category-members.ts'
import { categoryValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { localIdFromPath, allowOnlyMethods, toApiPage } from '../local-route-helpers.ts'
import type { CoreCalls } from '../core-calls.ts'
import type { LocalApiEnv } from '../request-guards.ts'
import { toApiId, type RecordIds } from '../api-ids.ts'
import { toApiCategoryIdentity, toApiCategoryListRecord } from '../api-records.ts'
import { resolveMembers } from '../resolve-request-references.ts'

export function localCategoryRoutes(calls: CoreCalls): Hono<LocalApiEnv> {
  const routes = new Hono<LocalApiEnv>()

  routes.get('/', async (context) => {
    const page = await calls.run('categories.list', readListQuery(context, categorySortKeys, {}))
    return context.json(toApiPage(context, 'categories', page, toApiCategoryListRecord))
  })

  routes.post('/', withBody, async (context) => {
    const category = await written(calls, await create(calls, await readJsonObject(context)))
    return context.json({ success: true, category }, 201)
  })

  routes.get('/:id', async (context) => {
    const local = await localIdFromPath(calls, 'category', context)
    const category = await calls.run('categories.show', { local })
    if (category.deleted) throw notFound()
    const projects = await idsOf(category.projects, (project) =>
      calls.find('projects.show', { local: project }),
    )
    return context.json({ ...(await written(calls, category)), projects })
  })

  routes.put('/:id', withBody, async (context) => {
    const body = await readJsonObject(context)
    const local = await localIdFromPath(calls, 'category', context)
    const current = await calls.run('categories.show', { local })
    if (current.deleted) throw notFound()
    const category = await written(calls, await update(calls, current, body))
    return context.json({ success: true, category })
  })

  routes.delete('/:id', async (context) => {
    const local = await localIdFromPath(calls, 'category', context)
    const category = await written(calls, await calls.run('categories.delete', { local }))
    return context.json({ success: true, category })
  })

  routes.post('/:id/restore', async (context) => {
    const local = await localIdFromPath(calls, 'category', context)
    const category = await written(calls, await calls.run('categories.restore', { local }))
    return context.json({ success: true, category })
  })

  routes.all('/:id/restore', allowOnlyMethods('POST'))
  routes.all('/', allowOnlyMethods('GET', 'HEAD', 'POST'))
  routes.all('/:id', allowOnlyMethods('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}

/** In store, update and delete responses: ids of tasks and charges. */
const written = async (calls: CoreCalls, category: Category) => ({
  ...toApiCategoryIdentity(category),
  tasks: await idsOf(category.tasks, (local) => calls.find('tasks.show', { local })),
  charges: await idsOf(category.charges, (local) => calls.find('charges.show', { local })),
})

/** Returns the ids of the API for local ones, in ascending order. */
async function idsOf(
  locals: readonly number[],
  show: (local: number) => Promise<RecordIds | undefined>,
): Promise<number[]> {
  const shown = await Promise.all(locals.map(show))
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
  const { values, problems } = readFields(categoryUpdate.shape, body)
  const tasks = await resolveMembers(calls, 'task', values.tasks, problems, current.tasks)
  const charges = await resolveMembers(calls, 'charge', values.charges, problems, current.charges)
  refuseProblems(problems)
  const set = { name: values.name, tasks, charges }
  return Object.values(set).some((value) => value !== undefined)
    ? calls.run('categories.update', {
        local: current.local,
        set,
        was: wasOf(set, categoryValues(current)),
      })
    : current
}
