/**
 * Breaks and absences of the running timer. They are stored in the timer's own row, so that a stop,
 * an undo and the journal handle either all of it or nothing.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const timerAwayMigration: Migration = {
  name: '0170-timer-away',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
alter table timer add column breaks text not null default '[]'

alter table timer add column away text not null default '[]'

alter table timer add column settled_at integer

drop trigger journal_timer_changed

create trigger journal_timer_changed
  after update of started_at, zone, project_id, task_id, notes, breaks, away, settled_at on timer
  begin insert into journal_mark (resource, local_id) values ('timer', new.id); end
`,
    ),
}
