/**
 * Finds the entries without notes, which a filter can ask for, without reading all others. The notes
 * are in the index, always null, because SQLite would look for them in the row.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const withoutNotes: Migration = {
  name: '0340-without-notes',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
create index time_entry_without_notes on time_entry (organisation_id, date, notes)
  where notes is null
`,
    ),
}
