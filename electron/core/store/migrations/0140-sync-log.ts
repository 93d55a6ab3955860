/** The log of sync passes, for display. */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const syncLogMigration: Migration = {
  name: '0140-sync-log',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
create table sync_log (
  id integer primary key autoincrement,
  from_at integer not null,
  to_at integer not null,
  passes integer not null,
  sent integer not null,
  received integer not null,
  set_aside integer not null,
  requests integer not null,
  duration integer not null,
  ended text not null
) strict
`,
    ),
}
