/**
 * What the sync knows and would not be told again: that the service has deleted a record which still
 * stands here, since a feed of changes says so once; and whether the wait for a request's outcome
 * was begun anew by a later process, since the clock may have been put while none ran.
 */
import type { Migration } from './migration.ts'
import { run } from './ddl.ts'

export const syncEvidence: Migration = {
  name: '0160-sync-evidence',
  group: 'client',
  up: (trx) =>
    run(
      trx,
      `
alter table sync_record add column gone integer not null default 0

create index sync_record_gone on sync_record (resource, local_id)
  where gone = 1

alter table attempt add column begun_anew integer not null default 0
`,
    ),
}
