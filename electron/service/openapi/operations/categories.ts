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
      'One page of the active categories, with counts. The search looks into the names of categories, tasks and charges.',
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
    answer: { status: 201, description: 'The category that was made', schema: 'CategoryWritten' },
    example: { body: { name: 'Pictures', tasks: [3], charges: [4] } },
  },
  {
    id: 'categories.show',
    tag,
    method: 'get',
    path: `${path}/{id}`,
    summary: 'Show a category',
    description: 'Also the projects on which its tasks or charges have been used.',
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'The category, with no wrapper', schema: 'CategoryShown' },
    example: { path: { id: 4 } },
  },
  {
    id: 'categories.update',
    tag,
    method: 'put',
    path: `${path}/{id}`,
    summary: 'Update a category',
    description: 'Any subset of the fields. A list that is sent replaces the one that stands.',
    parameters: [recordIdParameter],
    body: 'CategoryUpdate',
    answer: {
      status: 200,
      description: 'The category as it stands now',
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
    description: 'It leaves the lists and can be restored; its name is free for another one.',
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'The category, archived', schema: 'CategoryWritten' },
    example: { path: { id: 2 } },
  },
  {
    id: 'categories.restore',
    tag,
    method: 'post',
    path: `${path}/{id}/restore`,
    summary: 'Restore a category',
    description:
      'Brings an archived category back as it was. 422 where its name has been taken meanwhile.',
    capability: 'restore',
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'The category, active again', schema: 'CategoryWritten' },
    refusals: [422],
    example: { path: { id: 2 } },
  },
]
