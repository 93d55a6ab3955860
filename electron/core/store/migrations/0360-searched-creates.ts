/**
 * `searched` marks the create of a record that another computer of the person may have sent, from a
 * copy of this database or because the record is wanted again. It is searched for like one that lost
 * its reply; nothing was sent from here.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const searchedCreates: Migration = {
  name: '0360-searched-creates',
  group: 'client',
  up: (trx) =>
    runStatements(trx, 'alter table attempt add column searched integer not null default 0'),
}
