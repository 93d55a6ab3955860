/**
 * `copied_at` marks unsent records of a backup or a copied folder, which may have been sent from
 * the original since. It has an index, because few records are marked and every opening looks for
 * them.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const copied: Migration = {
  name: '0230-copied',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
alter table sync_record add column copied_at integer

create index sync_record_copied on sync_record (resource, local_id)
  where copied_at is not null
`,
    ),
}
