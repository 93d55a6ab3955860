/**
 * Checks that a SQLite file has exactly the schema that the migrations create. A foreign trigger or
 * view in it would run with every write or read from then on, possibly without end.
 */
// eslint-disable-next-line no-restricted-imports -- a digest is no chance: it is always the same
import { createHash } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrateAgain } from './migrate.ts'
import { migrations } from '../migrations/index.ts'
import { openFile } from '../database/sqlite-file.ts'
import type { Database } from '../tables/index.ts'

/** A row of `sqlite_schema`. */
export interface Part {
  type: string
  name: string
  tbl_name: string
  sql: string | null
}

/**
 * Digests of the schemas of the newest version, so that no reference schema has to be built on each
 * start. `test/core/store/schema.test.ts` checks them.
 */
export const knownSchemas: Readonly<Record<'app' | 'service', string>> = {
  app: '3ce52c1eb1cb3caa32285ad136f296beca505c4b14c4b0cc7d726b503e93ef1f',
  service: 'e0414f8deb26a0bb475dc3fba0b3559dd1c043b692978d7cf5f41e719cce9cbd',
}

/**
 * Describes how the schema of the file differs from what its recorded migrations create; undefined
 * when it does not. Executes no code from the file.
 * @param sqlite a file with a table `migration`
 */
export async function schemaProblem(sqlite: Sqlite.Database): Promise<string | undefined> {
  if (Object.values(knownSchemas).includes(schemaDigest(partsOf(sqlite)))) return undefined
  const emptyList = await partsMadeBy([])
  // Read in one transaction: another process may be in the middle of its migrations.
  const { parts, done } = sqlite.transaction(() => {
    const parts = partsOf(sqlite)
    // A view with this name would be executed by reading it, so it is checked first.
    const list = parts.find(({ name }) => name === 'migration')
    const isList = list !== undefined && isMade(list, emptyList)
    return { parts, done: isList ? appliedIn(sqlite) : undefined }
  })()
  if (done === undefined) return differs('migration')
  const known = new Set(migrations.map(({ name }) => name))
  // Migrations of a newer version: the caller reports those first.
  if (!done.every((name) => known.has(name))) return undefined
  const expected = await partsMadeBy(done)
  const strange = parts.find((part) => !isMade(part, expected))
  if (strange) {
    return expected.some(({ name }) => name === strange.name)
      ? differs(strange.name)
      : `it has a ${strange.type} “${strange.name}” that Stint didn’t create`
  }
  const missing = expected.find(({ name }) => !parts.some((part) => part.name === name))
  return missing && `its ${missing.type} “${missing.name}” is missing`
}

const appliedIn = (sqlite: Sqlite.Database): string[] =>
  sqlite.prepare<[], string>('select name from migration order by rowid').pluck().all()

const differs = (name: string): string => `its “${name}” isn’t as Stint creates it`

const isMade = (part: Part, expected: readonly Part[]): boolean =>
  expected.some(
    ({ type, name, tbl_name, sql }) =>
      type === part.type && name === part.name && tbl_name === part.tbl_name && sql === part.sql,
  )

/** Statistics for the query planner, which many tools create. */
const statistics: Readonly<Record<string, string>> = {
  sqlite_stat1: 'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  sqlite_stat4: 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
}

export function partsOf(sqlite: Sqlite.Database): Part[] {
  const parts = sqlite
    .prepare<[], Part>('select type, name, tbl_name, sql from sqlite_schema order by type, name')
    .all()
  return parts
    .filter(({ name, sql }) => !Object.hasOwn(statistics, name) || statistics[name] !== sql)
    .map((part) => ({ ...part, sql: part.sql === null ? null : plain(part.sql) }))
}

/**
 * Normalizes the whitespace of a statement, since the layout differs between versions. Parts with a
 * comment stay unchanged, because line breaks are significant there.
 */
const plain = (statement: string): string =>
  statement
    .split(/('[^']*'|"[^"]*")/)
    .map((part, index) => {
      if (index % 2 === 1 || /--|\/\*/.test(part)) return part
      return part.replaceAll(/\s+/g, ' ').replaceAll(/ ?([(),]) ?/g, '$1')
    })
    .join('')

export const schemaDigest = (parts: readonly Part[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Returns the schema of an empty database after these migrations, in this order. */
export async function partsMadeBy(names: readonly string[]): Promise<Part[]> {
  const sqlite = openFile(':memory:')
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
  try {
    await migrateAgain(db, names)
    return partsOf(sqlite)
  } finally {
    await db.destroy()
  }
}
