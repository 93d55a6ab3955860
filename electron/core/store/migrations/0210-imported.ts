/**
 * The imported lines, by their fingerprints: importing a file again creates nothing twice, even
 * after its entries were changed. An import that was undone does not count.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const importedMigration: Migration = {
  name: '0210-imported',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
create table imported (
  print integer primary key not null,
  change_id integer not null
) strict
`,
    ),
}
