/**
 * Which entry is the second half of which: sync holds the halves of a split together. Local ids are
 * never used again, so rows about deleted entries do no harm.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const splitHalves: Migration = {
  name: '0270-split-halves',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
create table split_half (
  local_id integer primary key,
  first_id integer not null,
  change_id integer not null
) strict

create index split_half_first on split_half (first_id)
`,
    ),
}
