/**
 * `sentence` is the summary of a change as a sentence with values, which each language has in its own
 * words (shared/sentences). Changes from before have the English text alone.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const changeSentences: Migration = {
  name: '0370-change-sentences',
  group: 'client',
  up: (trx) => runStatements(trx, 'alter table change add column sentence text'),
}
