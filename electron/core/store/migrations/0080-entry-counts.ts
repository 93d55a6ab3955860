/**
 * Counts the entries in each bucket of an order, so that a page in the middle of a list can be
 * sought directly. Triggers maintain the counts for every writer: actions, sync, tests, restored
 * rows. SQLite only.
 */
import { isPostgres } from '../database/dialect.ts'
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

/** The counts for each kind of entry, and the SQL of their keys. */
const counted = {
  time_entry: {
    all: () => `''`,
    month: (row: string) => `substr(${row}.date, 1, 7)`,
    start: (row: string) => `${row}.start`,
    project: (row: string) => `coalesce(${row}.project_id, 0)`,
    task: (row: string) => `coalesce(${row}.task_id, 0)`,
    user: (row: string) => `coalesce(${row}.user_id, 0)`,
  },
  expense: {
    all: () => `''`,
    month: (row: string) => `substr(${row}.date, 1, 7)`,
    name: (row: string) => `substr(${row}.name_fold, 1, 4)`,
    update: (row: string) => `substr(coalesce(${row}.updated_at, ''), 1, 10)`,
  },
} as const

/** Columns that the keys depend on. */
const columns = {
  time_entry: ['organisation_id', 'date', 'start', 'project_id', 'task_id', 'user_id'],
  expense: ['organisation_id', 'date', 'name_fold', 'updated_at'],
} as const

type Entry = keyof typeof counted

const tableOf = (entry: Entry): string => (entry === 'time_entry' ? 'time_count' : 'expense_count')

export const entryCountsMigration: Migration = {
  name: '0080-entry-counts',
  group: 'model',
  async up(trx) {
    if (isPostgres(trx)) return
    for (const entry of ['time_entry', 'expense'] as const) {
      await runStatements(trx, makeTable(entry))
      await runStatements(trx, countWhatIsThere(entry))
      await runStatements(trx, triggers(entry))
    }
  },
}

const makeTable = (entry: Entry): string => `
create table ${tableOf(entry)} (
  organisation_id integer not null,
  kind text not null,
  key any not null,
  entries integer not null,
  primary key (organisation_id, kind, key)
) strict, without rowid
`

const countWhatIsThere = (entry: Entry): string =>
  Object.entries(counted[entry])
    .map(
      ([kind, key]) => `
insert into ${tableOf(entry)} (organisation_id, kind, key, entries)
  select organisation_id, '${kind}', ${key(entry)}, count(*) from ${entry} group by 1, 3`,
    )
    .join('\n\n')

/** Builds a statement that adds a row to the counts (1) or subtracts it (-1). */
function count(entry: Entry, row: 'old' | 'new', by: 1 | -1): string {
  const values = Object.entries(counted[entry]).map(
    ([kind, key]) => `(${row}.organisation_id, '${kind}', ${key(row)}, ${by})`,
  )
  return `insert into ${tableOf(entry)} (organisation_id, kind, key, entries)
    values ${values.join(', ')}
    on conflict do update set entries = entries + excluded.entries;`
}

function triggers(entry: Entry): string {
  const changed = columns[entry].map((column) => `old.${column} is not new.${column}`)
  return `
create trigger ${entry}_counted_in after insert on ${entry} begin
  ${count(entry, 'new', 1)}
end

create trigger ${entry}_counted_out after delete on ${entry} begin
  ${count(entry, 'old', -1)}
end

create trigger ${entry}_counted_anew after update of ${columns[entry].join(', ')} on ${entry}
when ${changed.join(' or ')} begin
  ${count(entry, 'old', -1)}
  ${count(entry, 'new', 1)}
end
`
}
