/**
 * Indexes for the projects on which a category's tasks and charges have been used, which are read
 * whenever a category is shown.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const categoryProjectsMigration: Migration = {
  name: '0040-category-projects',
  group: 'service',
  up: (trx) =>
    runStatements(
      trx,
      `
create index time_entry_by_task_project on time_entry (organisation_id, task_id, project_id)

create index expense_by_charge_project on expense (organisation_id, charge_id, project_id)
`,
    ),
}
