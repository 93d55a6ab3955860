/** The query plans of the queries that a part of the store makes. */
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Db } from '#core/store/database/db.ts'
import { migrate, type MigrationGroup } from '#core/store/open/migrate.ts'
import { StoreDialect } from '#core/store/database/sqlite-dialect.ts'
import { cacheStatements } from '#core/store/database/statement-cache.ts'
import type { Database } from '#core/store/tables/index.ts'
import { unwrap } from '#shared/errors.ts'

export interface Planner {
  /** The plans of the queries that `work` makes, one text for each query. */
  plansOf(work: (db: Db) => Promise<unknown>): Promise<string[]>
  close(): Promise<void>
}

/** Over an empty database: plans depend on the indices, not on the rows in them. */
export async function openPlanner(groups: readonly MigrationGroup[]): Promise<Planner> {
  const sqlite = new Sqlite(':memory:')
  const made: { text: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Database>({
    dialect: new StoreDialect({ database: cacheStatements(sqlite) }),
    log: ({ query }) => void made.push({ text: query.sql, parameters: query.parameters }),
  })
  unwrap(await migrate(db, groups, '2026-11-19 14:00:00'))
  return {
    async plansOf(work) {
      made.length = 0
      await work(db)
      return made.splice(0).map(({ text, parameters }) =>
        sqlite
          .prepare(`explain query plan ${text}`)
          .all(...parameters)
          .map((step) => (step as { detail: string }).detail)
          .join('\n'),
      )
    },
    close: () => db.destroy(),
  }
}
