/**
 * `gone` says two things now: 1, that the service told of the deletion, and 2, that a complete first
 * copy of the feed left the record out and its own address is still to be asked. One index finds
 * both.
 */
import type { Migration } from './migration.ts'
import { run } from './ddl.ts'

export const leftOut: Migration = {
  name: '0220-left-out',
  group: 'client',
  up: (trx) =>
    run(
      trx,
      `
drop index sync_record_gone

create index sync_record_gone on sync_record (resource, gone, local_id)
  where gone > 0
`,
    ),
}
