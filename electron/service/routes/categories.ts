/** The five endpoints of categories (specification, Categories), and the capability `restore`. */
import { Hono } from 'hono'
import {
  listCategories,
  projectsOfCategory,
  readCategory,
  type CategoryWithMembers,
} from '#core/store/categories.ts'
import type { Db, Trx } from '#core/store/db.ts'
import { categorySortKeys, type CategoryShowRecord } from '#shared/resources/category.ts'
import {
  activeCategory,
  archiveCategory,
  changeCategory,
  createCategory,
  restoreCategory,
} from '../categories/write-category.ts'
import type { Change } from '../changes/resource-change.ts'
import { commit, type Writing } from '../changes/commit-write.ts'
import { answerRecord, requireMatch } from '../http/entity-tags.ts'
import { readObject } from '../http/read-json-body.ts'
import { idIn, readListQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import { toCategoryListRecord, toCategoryRecord } from '../records/category.ts'
import { known } from '../records/require-known.ts'
import type { Env, Service } from '../service-context.ts'
import { differ } from '../write-rules.ts'
import { only, answerPage } from './route-helpers.ts'

export function categoryRoutes(service: Service): Hono<Env> {
  const { db } = service
  const routes = new Hono<Env>()

  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const query = readListQuery(context, categorySortKeys, {})
    const slice = await listCategories(db, organisation, query)
    return answerPage(service, context, 'categories', slice, toCategoryListRecord)
  })

  /** The form of a show response. */
  const shown = async (handle: Db, organisation: number, row: CategoryWithMembers) => {
    const projects = await projectsOfCategory(handle, organisation, row.id)
    return { ...toCategoryRecord(row), projects } satisfies CategoryShowRecord
  }
  /** The forms of a show response and of a write's, which lacks the projects. */
  const versions = async (trx: Trx, organisation: number, row: CategoryWithMembers) => [
    toCategoryRecord(row),
    await shown(trx, organisation, row),
  ]

  routes.post('/', async (context) => {
    const body = await readObject(context)
    return commit(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const id = await createCategory(trx, caller, body, now)
      const row = known(await readCategory(trx, caller.organisation, id), 'category')
      changed(writing, row, 'created')
      const category = toCategoryRecord(row)
      return { status: 201, body: { success: true, category }, tagged: category }
    })
  })

  routes.get('/:id', async (context) => {
    const { organisation } = context.get('caller')
    const id = idIn(context)
    const row = id === undefined ? undefined : await readCategory(db, organisation, id)
    if (!row || row.deleted_at !== null) throw notFound()
    return answerRecord(service, context, await shown(db, organisation, row))
  })

  routes.put('/:id', async (context) => {
    const body = await readObject(context)
    return commit(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const stands = await activeCategory(trx, caller, idIn(context))
      await requireMatch(service, context, () => versions(trx, caller.organisation, stands))
      const row = await changeCategory(trx, caller, stands, body, now)
      if (differ(stands, row)) changed(writing, row, 'updated')
      const category = toCategoryRecord(row)
      return { body: { success: true, category }, tagged: category }
    })
  })

  routes.delete('/:id', (context) =>
    commit(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const stands = await activeCategory(trx, caller, idIn(context))
      await requireMatch(service, context, () => versions(trx, caller.organisation, stands))
      const row = await archiveCategory(trx, caller, stands, now)
      changed(writing, row, 'deleted')
      return { body: { success: true, category: toCategoryRecord(row) } }
    }),
  )

  if (service.capabilities.has('restore')) {
    routes.post('/:id/restore', (context) =>
      commit(service, context, async (writing) => {
        const { trx, caller, now } = writing
        const { category: row, restored } = await restoreCategory(trx, caller, idIn(context), now)
        if (restored) changed(writing, row, 'restored')
        const category = toCategoryRecord(row)
        return { body: { success: true, category }, tagged: category }
      }),
    )
    routes.all('/:id/restore', only('POST'))
  }

  routes.all('/', only('GET', 'HEAD', 'POST'))
  routes.all('/:id', only('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}

const changed = (writing: Writing, row: CategoryWithMembers, action: Change['action']): void =>
  writing.changed({
    resource: 'categories',
    id: row.id,
    action,
    record: () => toCategoryRecord(row),
  })
