/**
 * The trash: all rows that a person or sync removed, for 30 days. And the run of a timer, so that
 * undoing a start never ends another timer.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const trashMigration: Migration = {
  name: '0110-trash',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
create table trash (
  id integer primary key autoincrement,
  resource text not null,
  local_id integer not null,
  row text not null,
  title text not null,
  deleted_at integer not null,
  actor text not null,
  change_id integer references change (id),
  expires_at integer not null,
  unique (resource, local_id)
) strict

create index trash_by_expiry on trash (expires_at)

alter table timer add column run integer
`,
    ),
}
