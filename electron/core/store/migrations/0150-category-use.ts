/**
 * Indexes for the projects on which a category's tasks and charges have been used. Migration 0040
 * created them for the service only, but the app shows categories, too. Without them, showing a
 * category scans all entries.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const categoryUseMigration: Migration = {
  name: '0150-category-use',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
create index if not exists time_entry_by_task_project on time_entry (organisation_id, task_id, project_id)

create index if not exists expense_by_charge_project on expense (organisation_id, charge_id, project_id)
`,
    ),
}
