import { categorySortKeys } from '#shared/resources/category.ts'
import type { Operation } from '../operation.ts'
import { indexParameters, recordIdParameter } from '../shared-parameters.ts'

const tag = 'Categories'
const path = '/api/v1/categories'

/** Specification, Categories; restoring is the capability `restore`. */
export const categoryOperations: readonly Operation[] = [
  {
    id: 'categories.list',
    tag,
    method: 'get',
    path,
    summary: 'List categories',
    description:
      'Returns a page of the active categories, with the number of their tasks and charges. `query` searches the names of categories, tasks, and charges.',
    parameters: indexParameters(categorySortKeys, 'name'),
    answer: { status: 200, description: 'A page of categories', schema: 'CategoryPage' },
    example: { query: { query: 'print', limit: 1 } },
  },
  {
    id: 'categories.store',
    tag,
    method: 'post',
    path,
    summary: 'Create a category',
    body: 'CategoryCreate',
    answer: { status: 201, description: 'The created category', schema: 'CategoryWritten' },
    example: { body: { name: 'Pictures', tasks: [3], charges: [4] } },
  },
  {
    id: 'categories.show',
    tag,
    method: 'get',
    path: `${path}/{id}`,
    summary: 'Get a category',
    description:
      'Returns a category with the projects on which its tasks or charges have been used.',
    parameters: [recordIdParameter],
    answer: {
      status: 200,
      description: 'The category, without a wrapper',
      schema: 'CategoryShown',
    },
    example: { path: { id: 4 } },
  },
  {
    id: 'categories.update',
    tag,
    method: 'put',
    path: `${path}/{id}`,
    summary: 'Update a category',
    description:
      'Updates any subset of the fields. A list in the request replaces the current one.',
    parameters: [recordIdParameter],
    body: 'CategoryUpdate',
    answer: {
      status: 200,
      description: 'The updated category',
      schema: 'CategoryWritten',
    },
    example: { path: { id: 1 }, body: { tasks: [1, 2, 3] } },
  },
  {
    id: 'categories.delete',
    tag,
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Archive a category',
    description:
      'Archives a category, so it no longer appears in lists. It can be restored. Another category can use its name.',
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'The archived category', schema: 'CategoryWritten' },
    example: { path: { id: 2 } },
  },
  {
    id: 'categories.restore',
    tag,
    method: 'post',
    path: `${path}/{id}/restore`,
    summary: 'Restore a category',
    description:
      'Restores an archived category as it was. Returns 422 if another category has the same name by now.',
    capability: 'restore',
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'The restored category', schema: 'CategoryWritten' },
    refusals: [422],
    example: { path: { id: 2 } },
  },
]
