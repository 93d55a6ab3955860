/** The five endpoints of categories (specification, Categories), and the capability `restore`. */
import { Hono } from 'hono'
import {
  listCategories,
  projectsOfCategory,
  readCategory,
  type CategoryWithMembers,
} from '#core/store/resources/categories.ts'
import type { Db, Trx } from '#core/store/database/db.ts'
import { categorySortKeys, type CategoryShowRecord } from '#shared/resources/category.ts'
import {
  requireActiveCategory,
  archiveCategoryForCaller,
  updateCategoryForCaller,
  createCategoryForCaller,
  restoreCategoryForCaller,
} from '../categories/write-category.ts'
import type { ResourceChange } from '../changes/resource-change.ts'
import { commitWrite, type WriteScope } from '../changes/commit-write.ts'
import { respondWithRecord, requireIfMatch } from '../http/entity-tags.ts'
import { readJsonObject } from '../http/read-json-body.ts'
import { idFromPath, readListQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import { toCategoryListRecord, toCategoryRecord } from '../records/category.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { changedUid, createOnce, withUid, withUids, type WithUid } from '../uids.ts'
import { isRowChanged } from '../write-rules.ts'
import { onlyMethods, answerPage } from './route-helpers.ts'

export function categoryRoutes(service: Service): Hono<ServiceEnv> {
  const { db } = service
  const routes = new Hono<ServiceEnv>()

  /** Reads the category that a write is about, with its uid. */
  const requireNamed = async ({ trx, caller }: WriteScope, id: number | undefined) =>
    withUid(
      service,
      trx,
      caller.organisation,
      'categories',
      await requireActiveCategory(trx, caller, id),
    )

  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const query = readListQuery(context, categorySortKeys, {})
    const slice = await listCategories(db, organisation, query)
    const data = await withUids(service, db, organisation, 'categories', slice.data)
    return answerPage(service, context, 'categories', { ...slice, data }, toCategoryListRecord)
  })

  /** The form of a show response. */
  const shown = async (handle: Db, organisation: number, row: WithUid<CategoryWithMembers>) => {
    const projects = await projectsOfCategory(handle, organisation, row.id)
    return { ...toCategoryRecord(row), projects } satisfies CategoryShowRecord
  }
  /** The forms of a show response and of a write's, which lacks the projects. */
  const versions = async (trx: Trx, organisation: number, row: WithUid<CategoryWithMembers>) => [
    toCategoryRecord(row),
    await shown(trx, organisation, row),
  ]

  routes.post('/', async (context) => {
    const body = await readJsonObject(context)
    return commitWrite(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const { row, created } = await createOnce(service, writing, 'categories', body, {
        create: (problems) => createCategoryForCaller(trx, caller, body, now, problems),
        read: (id) => readActiveCategory(trx, caller.organisation, id),
      })
      if (created) changed(writing, row, 'created')
      const category = toCategoryRecord(row)
      return { status: created ? 201 : 200, body: { success: true, category }, tagged: category }
    })
  })

  routes.get('/:id', async (context) => {
    const { organisation } = context.get('caller')
    const id = idFromPath(context)
    const row = id === undefined ? undefined : await readActiveCategory(db, organisation, id)
    if (!row) throw notFound()
    const named = await withUid(service, db, organisation, 'categories', row)
    return respondWithRecord(service, context, await shown(db, organisation, named))
  })

  routes.put('/:id', async (context) => {
    const body = await readJsonObject(context)
    return commitWrite(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const current = await requireNamed(writing, idFromPath(context))
      await requireIfMatch(service, context, () => versions(trx, caller.organisation, current))
      const problems = changedUid(current, body)
      const row = {
        ...current,
        ...(await updateCategoryForCaller(trx, caller, current, body, now, problems)),
      }
      if (isRowChanged(current, row)) changed(writing, row, 'updated')
      const category = toCategoryRecord(row)
      return { body: { success: true, category }, tagged: category }
    })
  })

  routes.delete('/:id', (context) =>
    commitWrite(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const current = await requireNamed(writing, idFromPath(context))
      await requireIfMatch(service, context, () => versions(trx, caller.organisation, current))
      const row = { ...current, ...(await archiveCategoryForCaller(trx, caller, current, now)) }
      changed(writing, row, 'deleted')
      return { body: { success: true, category: toCategoryRecord(row) } }
    }),
  )

  if (service.capabilities.has('restore')) {
    routes.post('/:id/restore', (context) =>
      commitWrite(service, context, async (writing) => {
        const { trx, caller, now } = writing
        const id = idFromPath(context)
        const { category: plain, restored } = await restoreCategoryForCaller(trx, caller, id, now)
        const row = await withUid(service, trx, caller.organisation, 'categories', plain)
        if (restored) changed(writing, row, 'restored')
        const category = toCategoryRecord(row)
        return { body: { success: true, category }, tagged: category }
      }),
    )
    routes.all('/:id/restore', onlyMethods('POST'))
  }

  routes.all('/', onlyMethods('GET', 'HEAD', 'POST'))
  routes.all('/:id', onlyMethods('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}

/** Undefined for an archived category. */
async function readActiveCategory(db: Db, organisation: number, id: number) {
  const row = await readCategory(db, organisation, id)
  return row?.deleted_at === null ? row : undefined
}

const changed = (
  writing: WriteScope,
  row: WithUid<CategoryWithMembers>,
  action: ResourceChange['action'],
): void =>
  writing.changed({
    resource: 'categories',
    id: row.id,
    action,
    record: () => toCategoryRecord(row),
  })
