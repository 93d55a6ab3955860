import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Trx } from '#core/store/database/db.ts'
import { migrateAgain } from '#core/store/open/migrate.ts'
import { migrations } from '#core/store/migrations/index.ts'
import { openStore } from '#core/store/open/open-store.ts'
import {
  knownSchemas,
  partsMadeBy,
  partsOf,
  schemaDigest,
  schemaProblem,
} from '#core/store/open/schema.ts'
import type { Database } from '#core/store/tables/index.ts'
import { unwrap } from '#shared/errors.ts'
import { testFolder } from '../../support/folder.ts'
import { playAt } from '../../support/test-day.ts'

playAt('2026-11-20T00:00[UTC]')

const now = Date.UTC(2026, 10, 20)
const groups = { app: ['model', 'client'], service: ['model', 'service'] } as const
type Side = keyof typeof groups

const namesOf = (side: Side) =>
  migrations
    .filter(({ group }) => (groups[side] as readonly string[]).includes(group))
    .map(({ name }) => name)

/** A file as the store creates it, for a test to alter as a foreign program would. */
async function made(side: Side): Promise<{ file: string; sqlite: Sqlite.Database }> {
  const file = join(testFolder(), 'made.db')
  await unwrap(await openStore({ file, groups: groups[side], now })).close()
  const sqlite = new Sqlite(file)
  onTestFinished(() => void sqlite.close())
  return { file, sqlite }
}

describe.each(['app', 'service'] as const)('the schema of the %s', (side) => {
  it('is known by its digest, so that a start compares nothing else', async () => {
    expect(schemaDigest(await partsMadeBy(namesOf(side)))).toBe(knownSchemas[side])
    const { sqlite } = await made(side)
    expect(schemaDigest(partsOf(sqlite))).toBe(knownSchemas[side])
    expect(await schemaProblem(sqlite)).toBeUndefined()
  })

  it('is compared for what every older version made', async () => {
    const names = namesOf(side)
    for (let count = 0; count < names.length; count += 1) {
      const sqlite = new Sqlite(':memory:')
      const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
      const done = names.slice(0, count)
      await migrateAgain(db, done)
      for (const name of done) sqlite.prepare('insert into migration values (?, ?)').run(name, '')
      expect(await schemaProblem(sqlite), `after ${count}`).toBeUndefined()
      sqlite.exec('create table more (x)')
      expect(await schemaProblem(sqlite), `after ${count}`).toContain('“more”')
      await db.destroy()
    }
  })

  it.each([
    ['a trigger', 'create trigger t after insert on time_entry begin delete from task; end', '“t”'],
    [
      'a view',
      'create view v as with recursive r(n) as (select 1 union all select n from r) select n from r',
      '“v”',
    ],
    ['a table', 'create table more (x)', '“more”'],
    ['an index', 'create index i on time_entry (abs(quantity))', '“i”'],
    ['another column', 'alter table time_entry add column x integer as (1)', '“time_entry”'],
    ['less', 'drop index time_entry_by_day', 'missing'],
    ['a trigger of ours that says something else', null, 'isn’t as Stint creates it'],
  ])('is not that of a file with %s', async (_what, statement, said) => {
    const { file, sqlite } = await made(side)
    if (statement !== null) sqlite.exec(fitting(sqlite, statement))
    else {
      const { name, sql } = sqlite
        .prepare<[], { name: string; sql: string }>(
          `select name, sql from sqlite_schema where type = 'trigger' limit 1`,
        )
        .get()!
      sqlite.exec(`drop trigger ${name}; ${sql.replace(/\bend$/i, 'select 1; end')}`)
    }
    expect(await schemaProblem(sqlite)).toContain(said)
    const opened = await openStore({ file, groups: groups[side], now })
    expect(opened).toMatchObject({ ok: false, error: { trouble: 'damaged' } })
  })
})

/** Includes an index that exists. */
function fitting(sqlite: Sqlite.Database, statement: string): string {
  const name = sqlite
    .prepare<[], string>(`select name from sqlite_schema where type = 'index' and sql is not null`)
    .pluck()
    .get()!
  return statement.replace('time_entry_by_day', name)
}

it('is read at one moment, while another process is in the middle of its migrations', async () => {
  const file = join(testFolder(), 'migrating.db')
  const other = new Sqlite(file)
  other.pragma('journal_mode = WAL')
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: other }) })
  onTestFinished(() => db.destroy())
  const names = namesOf('app')
  // The last one that changes the schema, and those that only change rows.
  const left = names.slice(names.indexOf('0240-retired-created'))
  await migrateAgain(db, names.slice(0, -left.length))
  const applied = (name: string) =>
    other.prepare('insert into migration values (?, ?)').run(name, '')
  for (const name of names.slice(0, -left.length)) applied(name)
  other.exec('begin immediate')
  for (const migration of migrations.filter(({ name }) => left.includes(name))) {
    await migration.up(db as unknown as Trx)
    applied(migration.name)
  }

  const sqlite = new Sqlite(file)
  onTestFinished(() => void sqlite.close())
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = (query: string) => {
    if (other.inTransaction && query.includes('from migration')) other.exec('commit')
    return prepare(query)
  }
  expect(await schemaProblem(sqlite)).toBeUndefined()
  expect(other.inTransaction).toBe(false)
})
