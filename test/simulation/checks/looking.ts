/** Prepared statements for observing, one set for each database. */
import type Sqlite from 'better-sqlite3'

const known = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement>>()

export function looking(sqlite: Sqlite.Database, text: string): Sqlite.Statement {
  let statements = known.get(sqlite)
  if (!statements) known.set(sqlite, (statements = new Map()))
  let statement = statements.get(text)
  if (!statement) statements.set(text, (statement = sqlite.prepare(text)))
  return statement
}
