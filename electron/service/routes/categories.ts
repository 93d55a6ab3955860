/** The five endpoints of categories (specification, Categories), and the capability `restore`. */
import type { Hono } from 'hono'
import {
  listCategories,
  projectsOfCategory,
  readCategory,
} from '#core/store/resources/categories.ts'
import type { Db } from '#core/store/database/db.ts'
import { categorySortKeys, type CategoryShowRecord } from '#shared/resources/category.ts'
import {
  requireActiveCategory,
  archiveCategoryForCaller,
  updateCategoryForCaller,
  createCategoryForCaller,
  restoreCategoryForCaller,
} from '../categories/write-category.ts'
import { readListQuery } from '../http/parameters.ts'
import { recordRoutes } from '../http/record-routes.ts'
import { toCategoryListRecord, toCategoryRecord } from '../records/category.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { serviceBackEnd, uidResource } from './back-end.ts'

export const categoryRoutes = (service: Service): Hono<ServiceEnv> =>
  recordRoutes(
    serviceBackEnd(service),
    uidResource(service, {
      path: 'categories',
      wrapper: 'category',
      query: (context) => readListQuery(context, categorySortKeys, {}),
      list: ({ db, caller }, query) => listCategories(db, caller.organisation, query),
      toListRecord: toCategoryListRecord,
      read: readActiveCategory,
      toRecord: (_, row) => toCategoryRecord(row),
      async toShownRecord({ db, caller }, row) {
        const projects = await projectsOfCategory(db, caller.organisation, row.id)
        return { ...toCategoryRecord(row), projects } satisfies CategoryShowRecord
      },
      requireWritable: requireActiveCategory,
      create: createCategoryForCaller,
      update: updateCategoryForCaller,
      remove: ({ trx, caller, now }, row) => archiveCategoryForCaller(trx, caller, row, now),
      restore: ({ trx, caller, now }, id) => restoreCategoryForCaller(trx, caller, id, now),
    }),
  )

/** Undefined for an archived category. */
async function readActiveCategory(db: Db, organisation: number, id: number) {
  const row = await readCategory(db, organisation, id)
  return row?.deleted_at === null ? row : undefined
}
