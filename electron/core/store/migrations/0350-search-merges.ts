/**
 * Lets no save merge the full-text indexes: an app merges them while nothing else is done
 * (lists/search-merge.ts). A save merged up to a tenth of an index of 100,000 entries before, now
 * and then.
 */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const searchMerges: Migration = {
  name: '0350-search-merges',
  group: 'client',
  async up(trx) {
    for (const index of ['time_search', 'expense_search']) {
      for (const [setting, value] of settings) {
        await sql`insert into ${sql.table(index)} (${sql.table(index)}, rank)
          values (${sql.lit(setting)}, ${sql.lit(value)})`.execute(trx)
      }
    }
  },
}

const settings = [
  ['automerge', 0],
  // Where no app ever merges, as many parts of about the same size become one: few enough for a
  // search, and so many that one of them takes less than a frame.
  ['crisismerge', 64],
] as const
