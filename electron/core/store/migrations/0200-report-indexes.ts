/**
 * Adds the columns that an entry's value depends on to the indexes of the totals, so that a report
 * need not read the rows either. Only the client has reports; the service is spared the wider
 * indexes.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const reportIndexesMigration: Migration = {
  name: '0200-report-indexes',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
drop index time_entry_by_date

drop index time_entry_by_project

drop index time_entry_by_task

create index time_entry_by_date on time_entry
  (organisation_id, date, start, tie, total, user_id, rate, currency)

create index time_entry_by_project on time_entry
  (project_id, date, start, tie, total, user_id, organisation_id, rate, currency)

create index time_entry_by_task on time_entry
  (task_id, date, start, tie, total, user_id, organisation_id, rate, currency)
`,
    ),
}
