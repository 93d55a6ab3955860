/**
 * The uids that records were created with (docs/API.md, Uids). That of a deleted record stays, so
 * that it names no other one.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const recordUids: Migration = {
  name: '0280-record-uids',
  group: 'service',
  up: (trx) =>
    runStatements(
      trx,
      `
create table record_uid (
  organisation_id integer not null references organisation (id),
  resource text not null,
  uid text not null,
  record_id integer not null,
  primary key (organisation_id, resource, uid)
) strict, without rowid

create unique index record_uid_by_record on record_uid (organisation_id, resource, record_id)
`,
    ),
}
