/**
 * A retired id belongs to a record, which `created_at` identifies: a service that gives the id
 * again means another record. Empty where it was not kept yet.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const retiredCreated: Migration = {
  name: '0240-retired-created',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
alter table retired_remote rename to retired_before

create table retired_remote (
  resource text not null,
  remote_id integer not null,
  created_at text not null default '',
  local_id integer not null,
  retired_at integer not null,
  primary key (resource, remote_id, created_at)
) strict, without rowid

insert into retired_remote (resource, remote_id, local_id, retired_at)
select resource, remote_id, local_id, retired_at from retired_before

drop table retired_before
`,
    ),
}
