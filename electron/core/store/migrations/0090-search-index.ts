/**
 * The full-text index, and how far it is built. A row's id encodes the entry's position in the
 * default order (minutes since 1970, then tie), so that hits are returned newest first without
 * sorting. The index stores no text: the entries of hits are read by that position.
 *
 * Triggers keep it up to date for every writer. Moving `indexed_to` forward indexes the entries up
 * to that id. The index itself is for SQLite only; PostgreSQL has its own (0050-postgres).
 */
import { sql } from 'kysely'
import { foldVersion } from '#shared/rules/search-text.ts'
import { isPostgres } from '../database/dialect.ts'
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

/** The columns of an index, by their source in a row: its text, and the records that it names. */
const indexed = {
  time_entry: {
    start: (row: string) => `${row}.start`,
    names: { project: 'project_id', task: 'task_id', person: 'user_id' },
  },
  expense: {
    start: () => '0',
    names: { project: 'project_id', charge: 'charge_id' },
  },
} as const

type Entry = keyof typeof indexed

export const searchIndexMigration: Migration = {
  name: '0090-search-index',
  group: 'model',
  async up(trx) {
    await runStatements(
      trx,
      `
create table search_index (
  entry text primary key not null,
  fold integer not null,
  indexed_to integer,
  unplaced integer not null default 0
) strict`,
    )
    for (const entry of ['time_entry', 'expense'] as const) {
      // The index of an empty table is complete; existing entries are indexed in batches. Only in a
      // new database were no keys made by an earlier version of the folding.
      await sql`insert into search_index (entry, fold, indexed_to)
        select ${entry}, case when exists (select 1 from organisation) then 1
          else cast(${foldVersion} as integer) end, case when exists (select 1 from ${sql.table(entry)}) then 0 end`.execute(
        trx,
      )
      if (isPostgres(trx)) continue
      await sql`update search_index set unplaced = (
        select count(*) from ${sql.table(entry)} where ${sql.raw(placeOf(entry, entry))} is null
      ) where entry = ${entry}`.execute(trx)
      await runStatements(trx, makeIndex(entry))
      for (const [setting, value] of settings) {
        await sql`insert into ${sql.table(nameOf(entry))} (${sql.table(nameOf(entry))}, rank)
          values (${sql.lit(setting)}, ${sql.lit(value)})`.execute(trx)
      }
    }
  },
}

const settings = [
  // How much a transaction of thousands of entries may buffer before it writes to the index, in
  // bytes.
  ['hashsize', 8_000_000],
  // With smaller or larger merges, one save in a hundred takes 10 ms, one in thousands 100 ms.
  ['automerge', 8],
] as const

const nameOf = (entry: Entry): string => (entry === 'time_entry' ? 'time_search' : 'expense_search')

/**
 * SQL of a row's position; null where the order does not fit into 64 bits or cannot be decoded.
 * Such rows are counted, and while there is one, a search reads the entries themselves.
 */
function placeOf(entry: Entry, row: string): string {
  const start = indexed[entry].start(row)
  return `iif(${row}.tie between 1 and 2147483647 and ${start} between 0 and 1439
    and date(${row}.date) is ${row}.date,
    (unixepoch(${row}.date) / 60 + ${start}) * 2147483648 + ${row}.tie, null)`
}

/** SQL that encodes an id as three characters, which form one trigram. */
const token = (id: string): string =>
  `char(19968 + (${id} >> 28), 19968 + ((${id} >> 14) & 16383), 19968 + (${id} & 16383))`

function makeIndex(entry: Entry): string {
  const index = nameOf(entry)
  const names = Object.entries(indexed[entry].names)
  const columns = ['notes', ...names.map(([name]) => name), 'organisation']
  const partsOf = (row: string) =>
    [
      // The doubled mark at the beginning of a word makes a trigram of one or two letters.
      `replace(${row}.search, char(1), char(1, 1))`,
      ...names.map(([, column]) => token(`coalesce(${row}.${column}, 0)`)),
      token(`${row}.organisation_id`),
    ].join(', ')
  const watched = [
    'organisation_id',
    'date',
    'tie',
    'search',
    ...names.map(([, column]) => column),
    ...(entry === 'time_entry' ? ['start'] : []),
  ]
  const into = `insert or replace into ${index} (rowid, ${columns.join(', ')})`
  const takeIn = `${into} select ${placeOf(entry, 'new')}, ${partsOf('new')}
    where ${placeOf(entry, 'new')} is not null;`
  const takeOut = `delete from ${index} where rowid = ${placeOf(entry, 'old')};`
  const countUnplaced = (change: string, when: string) =>
    `update search_index set unplaced = unplaced + (${change})
    where entry = '${entry}' and ${when};`
  const isOut = `${placeOf(entry, 'old')} is null`
  const isIn = `${placeOf(entry, 'new')} is null`
  return `
create virtual table ${index} using fts5(
  ${columns.join(', ')},
  content='', contentless_delete=1, tokenize='trigram case_sensitive 1'
)

create trigger ${entry}_search_in after insert on ${entry} begin
  ${takeIn}
  ${countUnplaced('1', isIn)}
end

create trigger ${entry}_search_out after delete on ${entry} begin
  ${takeOut}
  ${countUnplaced('-1', isOut)}
end

create trigger ${entry}_search_anew after update of ${watched.join(', ')} on ${entry}
when ${watched.map((column) => `old.${column} is not new.${column}`).join(' or ')} begin
  ${takeOut}
  ${takeIn}
  ${countUnplaced(`(${isIn}) - (${isOut})`, `(${isIn}) <> (${isOut})`)}
end

create trigger ${entry}_search_on after update of indexed_to on search_index
when new.entry = '${entry}' and new.indexed_to > old.indexed_to begin
  ${into} select ${placeOf(entry, 'row')} as place, ${partsOf('row')} from ${entry} row
    where row.id > old.indexed_to and row.id <= new.indexed_to and place is not null;
end
`
}
