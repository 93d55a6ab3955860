/**
 * Adds the project and the task of an entry to the index of dates, so that a report reads this one
 * index, for every grouping and filter. The indexes of projects and tasks lose what only
 * reports needed (0200-report-indexes), so that saving an entry costs the same.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const reportFacts: Migration = {
  name: '0330-report-facts',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
drop index time_entry_by_date

drop index time_entry_by_project

drop index time_entry_by_task

create index time_entry_by_date on time_entry
  (organisation_id, date, start, tie, total, user_id, rate, currency, project_id, task_id)

create index time_entry_by_project on time_entry
  (project_id, date, start, tie, total, user_id, organisation_id)

create index time_entry_by_task on time_entry
  (task_id, date, start, tie, total, user_id, organisation_id)
`,
    ),
}
