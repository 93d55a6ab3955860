/**
 * The text by which a service with the capability `uid` recognizes a record: what is created by the
 * same act on two computers has the same one.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const entryUids: Migration = {
  name: '0290-entry-uids',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
create table entry_uid (
  resource text not null,
  local_id integer not null,
  uid text not null,
  primary key (resource, local_id)
) strict, without rowid

create unique index entry_uid_of on entry_uid (resource, uid)
`,
    ),
}
