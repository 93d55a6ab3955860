/**
 * What sync needs beyond times: deletions with a grace period, a natural key for each create, and
 * the creates that were sent twice and may still arrive twice.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const syncMigration: Migration = {
  name: '0100-sync',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
alter table sync_record add column held_until integer

create index sync_record_held on sync_record (held_until)
  where held_until is not null

alter table attempt add column idempotency_key text

create table sent_twice (
  id integer primary key autoincrement,
  resource text not null,
  local_id integer not null,
  sent text not null,
  sent_at integer not null,
  watched_until integer not null
) strict

create index inbox_of_kind on inbox (resource, kind)
  where resolved_at is null
`,
    ),
}
