/** The five endpoints of categories (specification, Categories), and the capability `restore`. */
import {
  listCategories,
  projectsOfCategory,
  readCategory,
} from '#core/store/resources/categories.ts'
import type { Db } from '#core/store/database/db.ts'
import type { CategoryShowRecord } from '#shared/resources/category.ts'
import {
  requireActiveCategory,
  archiveCategoryForCaller,
  updateCategoryForCaller,
  createCategoryForCaller,
  restoreCategoryForCaller,
} from '../categories/write-category.ts'
import { listQueries } from '../http/list-queries.ts'
import type { RecordDescription } from '../openapi/describe-records.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import { toCategoryListRecord, toCategoryRecord } from '../records/category.ts'
import type { Service } from '../service-context.ts'
import { recordGroup, uidResource } from './back-end.ts'

const description: RecordDescription = {
  tag: {
    name: 'Categories',
    description: 'Groups of tasks and charges. A deleted category is archived and can be restored.',
  },
  one: 'a category',
  many: 'categories',
  schema: 'Category',
  operations: {
    list: {
      description:
        'Returns a page of the active categories, with the number of their tasks and charges. `query` searches the names of categories, tasks, and charges.',
      example: { query: { query: 'print', limit: 1 } },
    },
    store: { example: { body: { name: 'Pictures', tasks: [3], charges: [4] } } },
    show: {
      description:
        'Returns a category with the projects on which its tasks or charges have been used.',
      answer: {
        status: 200,
        description: 'The category, without a wrapper',
        schema: 'CategoryShown',
      },
      example: { path: { id: 4 } },
    },
    update: {
      description:
        'Updates any subset of the fields. A list in the request replaces the current one.',
      example: { path: { id: 1 }, body: { tasks: [1, 2, 3] } },
    },
    delete: {
      summary: 'Archive a category',
      description:
        'Archives a category, so it no longer appears in lists. It can be restored. Another category can use its name.',
      answer: { status: 200, description: 'The archived category', schema: 'CategoryWritten' },
    },
    restore: {
      description:
        'Restores an archived category as it was. Returns 422 if another category has the same name by now.',
    },
  },
}

export const categoryEndpoints = (service: Service): EndpointGroup =>
  recordGroup(
    service,
    uidResource(service, {
      path: 'categories',
      wrapper: 'category',
      query: listQueries.categories,
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
    description,
  )

/** Undefined for an archived category. */
async function readActiveCategory(db: Db, organisation: number, id: number) {
  const row = await readCategory(db, organisation, id)
  return row?.deleted_at === null ? row : undefined
}
