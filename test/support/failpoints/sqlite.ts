import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'
import { passing } from './failpoint.ts'

const Real = createRequire(import.meta.url)('better-sqlite3') as typeof Sqlite

/** The real database, in which a statement may end the process. */
export default class FailingDatabase extends Real {
  override prepare(source: string): never {
    const statement = super.prepare(source)
    const run = statement.run.bind(statement)
    const isCommit = /^commit$/i.test(source)
    statement.run = (...parameters: unknown[]) => {
      passing('statement')
      if (isCommit) passing('commit')
      const result = run(...parameters)
      if (isCommit) passing('committed')
      return result
    }
    return statement as never
  }
}
