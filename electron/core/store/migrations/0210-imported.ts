/**
 * What imports brought, by a print of each line: the same file twice makes nothing twice, also
 * after what it made was changed. An import that was undone counts no more.
 */
import type { Migration } from './migration.ts'
import { run } from './ddl.ts'

export const imported: Migration = {
  name: '0210-imported',
  group: 'client',
  up: (trx) =>
    run(
      trx,
      `
create table imported (
  print integer primary key not null,
  change_id integer not null
) strict
`,
    ),
}
