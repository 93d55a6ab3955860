/**
 * Covering indexes for lists and totals. `organisation_id` comes last for entries that name no
 * project, task or user, because all organisations share that null.
 */
import { isPostgres } from '../database/dialect.ts'
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

/** On both databases: an expense that the service has not dated sorts before all others. */
const placed = `
drop index expense_by_update

create index expense_by_update on expense (organisation_id, coalesce(updated_at, ''), tie)

create index project_by_update on project (organisation_id, updated_at, tie)

create index client_by_code on client (organisation_id, code_fold, tie)

create index client_by_update on client (organisation_id, updated_at, tie)

create index task_by_update on task (organisation_id, updated_at, tie)

create index charge_by_update on charge (organisation_id, updated_at, tie)

create index user_by_update on "user" (organisation_id, updated_at, tie)
`

/**
 * Not on PostgreSQL, which counts and sorts as it reads: there the wider indexes would only cost
 * writes.
 */
const covering = `
drop index time_entry_by_date

drop index time_entry_by_project

drop index time_entry_by_task

drop index time_entry_by_user

create index time_entry_by_date on time_entry
  (organisation_id, date, start, tie, total, user_id)

create index time_entry_by_project on time_entry
  (project_id, date, start, tie, total, user_id, organisation_id)

create index time_entry_by_task on time_entry
  (task_id, date, start, tie, total, user_id, organisation_id)

create index time_entry_by_user on time_entry
  (user_id, date, start, tie, organisation_id)
`

export const readIndexesMigration: Migration = {
  name: '0070-read-indexes',
  group: 'model',
  async up(trx) {
    await runStatements(trx, placed)
    if (!isPostgres(trx)) await runStatements(trx, covering)
  },
}
