/**
 * Marks the records that the journal beside the database has to write. Triggers add the marks in
 * each commit that changes unsent data, so that every writer is covered.
 */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const journalMigration: Migration = {
  name: '0130-journal',
  group: 'client',
  async up(trx) {
    await runStatements(
      trx,
      `
create table journal_mark (
  id integer primary key autoincrement,
  resource text not null,
  local_id integer not null
) strict
`,
    )
    for (const trigger of triggers) await sql.raw(trigger).execute(trx)
    await sql`insert into journal_mark (resource, local_id)
      select resource, local_id from sync_record where dirty = 1 or deleted = 1
      union select resource, local_id from attempt
      union select 'timer', id from timer`.execute(trx)
  },
}

const unsent = (row: 'new' | 'old') => `(${row}.dirty = 1 or ${row}.deleted = 1)`
const mark = (resource: string, local: string) =>
  `begin insert into journal_mark (resource, local_id) values (${resource}, ${local}); end`

const triggers = [
  `create trigger journal_unsent_made after insert on sync_record
    when ${unsent('new')} ${mark('new.resource', 'new.local_id')}`,
  `create trigger journal_unsent_changed
    after update of remote_id, base, remote, dirty, deleted, sequence, parked on sync_record
    when ${unsent('new')} or ${unsent('old')} ${mark('new.resource', 'new.local_id')}`,
  `create trigger journal_unsent_gone after delete on sync_record
    when ${unsent('old')} ${mark('old.resource', 'old.local_id')}`,
  `create trigger journal_attempt_made after insert on attempt
    ${mark('new.resource', 'new.local_id')}`,
  `create trigger journal_attempt_gone after delete on attempt
    ${mark('old.resource', 'old.local_id')}`,
  `create trigger journal_timer_started after insert on timer ${mark(`'timer'`, 'new.id')}`,
  `create trigger journal_timer_changed
    after update of started_at, zone, project_id, task_id, notes on timer
    ${mark(`'timer'`, 'new.id')}`,
  `create trigger journal_timer_stopped after delete on timer ${mark(`'timer'`, 'old.id')}`,
  // Reference records that a person created here have no unsent mark of their own.
  `create trigger journal_reference_changed after insert on history
    when new.resource in ('client', 'project', 'task', 'charge')
    ${mark('new.resource', 'new.local_id')}`,
]
