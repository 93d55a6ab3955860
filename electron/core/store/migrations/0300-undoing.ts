/** Finds the changes that undo or redo another one, so that their summaries can be blanked with it. */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const undoing: Migration = {
  name: '0300-undoing',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
create index change_undoing on change (undoes) where undoes is not null
`,
    ),
}
