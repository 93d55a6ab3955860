/**
 * Extends the meaning of `gone`. 1: the service reported the deletion. 2: a complete first copy of
 * the feed left the record out, and its own URL is still to be requested. One index covers both.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const leftOut: Migration = {
  name: '0220-left-out',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
drop index sync_record_gone

create index sync_record_gone on sync_record (resource, gone, local_id)
  where gone > 0
`,
    ),
}
