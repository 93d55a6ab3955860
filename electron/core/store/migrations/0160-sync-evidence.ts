/**
 * What sync must remember because it will not be reported again. First, that the service has
 * deleted a record which is still present here, since a feed reports a deletion only once. Second,
 * whether a later process has restarted the quarantine of an attempt, since the clock may have been
 * set while none ran.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const syncEvidenceMigration: Migration = {
  name: '0160-sync-evidence',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
alter table sync_record add column gone integer not null default 0

create index sync_record_gone on sync_record (resource, local_id)
  where gone = 1

alter table attempt add column begun_anew integer not null default 0
`,
    ),
}
