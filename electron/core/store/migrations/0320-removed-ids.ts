/**
 * Finds what sync removed by the id that it had on the service: a service that gives such an id to
 * another record was probably restored from a backup.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const removedIds: Migration = {
  name: '0320-removed-ids',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
create index trash_by_remote on trash (resource, json_extract(row, '$.tie'))
  where actor = 'sync'
`,
    ),
}
