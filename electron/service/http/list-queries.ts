/** The parameters of every index. */
import { categorySortKeys } from '#shared/resources/category.ts'
import { chargeSortKeys } from '#shared/resources/charge.ts'
import { clientSortKeys } from '#shared/resources/client.ts'
import { expenseSortKeys } from '#shared/resources/expense.ts'
import { civilDate } from '#shared/resources/fields.ts'
import { projectSortKeys } from '#shared/resources/project.ts'
import { rateSortKeys } from '#shared/resources/rate.ts'
import { taskSortKeys } from '#shared/resources/task.ts'
import { timeSortKeys } from '#shared/resources/time.ts'
import { userSortKeys } from '#shared/resources/user.ts'
import { listQuery, pageParameters, queryOf } from './parameters.ts'

export const listQueries = {
  times: listQuery(timeSortKeys, 'date and start, newest first', {
    date: {
      reads: civilDate.optional(),
      description: 'Limits the list to the time entries of this day.',
    },
  }),
  expenses: listQuery(expenseSortKeys, 'date, newest first'),
  categories: listQuery(categorySortKeys, 'name'),
  // Neither searchable nor sortable (specification, Webhooks).
  webhooks: queryOf(pageParameters),
  projects: listQuery(projectSortKeys, 'name'),
  clients: listQuery(clientSortKeys, 'name'),
  tasks: listQuery(taskSortKeys, 'name'),
  charges: listQuery(chargeSortKeys, 'name'),
  rates: listQuery(rateSortKeys, '`from` and `to`'),
  users: listQuery(userSortKeys, 'name'),
}
