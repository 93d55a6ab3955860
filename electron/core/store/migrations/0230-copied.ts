/**
 * `copied_at`: what was unsent in a backup or a copied folder may have been sent since, by whoever
 * went on with the original. Few records have it, and each opening asks whether any does.
 */
import type { Migration } from './migration.ts'
import { run } from './ddl.ts'

export const copied: Migration = {
  name: '0230-copied',
  group: 'client',
  up: (trx) =>
    run(
      trx,
      `
alter table sync_record add column copied_at integer

create index sync_record_copied on sync_record (resource, local_id)
  where copied_at is not null
`,
    ),
}
