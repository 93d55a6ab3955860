/** Copies a service's database while it is in use. */
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openFile, openToRead } from '#core/store/database/sqlite-file.ts'
import { beginDatabase, type UnfinishedDatabase } from '#core/unfinished-file.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import { countWithNoun } from '#shared/rules/count-text.ts'

export interface DatabaseBackup {
  /** Path of the copy. */
  file: string
  bytes: number
}

/**
 * Copies a database file as it is at one moment, checks the copy from end to end, and only then
 * gives it its name, so that an existing file is always complete. The service continues to read and
 * write. Fails with `usage` for PostgreSQL, with `conflict` when a file of that name exists, with
 * `database` when the file cannot be read, is damaged, or the copy cannot be written.
 */
export async function backUpDatabase(
  database: string,
  file: string,
): Promise<Result<DatabaseBackup>> {
  if (/^postgres(ql)?:/i.test(database)) {
    return fail('usage', 'Back up a PostgreSQL database with pg_dump. SERVICE.md shows how')
  }
  const target = resolve(file)
  if (existsSync(target)) {
    return fail('conflict', '{file} already exists. Use another name, or remove the file', {
      file: target,
    })
  }
  if (!existsSync(database)) return fail('database', 'No database at {file}', { file: database })
  let unfinished: UnfinishedDatabase | undefined
  try {
    unfinished = beginDatabase(target)
    copy(database, unfinished.path)
    endEpoch(unfinished.path)
    const problem = check(unfinished.path)
    if (problem !== undefined) {
      return fail('database', 'The copy is damaged, so it wasn’t kept: {problem}. Check {file}', {
        problem,
        file: database,
      })
    }
    unfinished.finish()
    return ok({ file: target, bytes: (await stat(target)).size })
  } catch (cause) {
    return copyFailure(cause, database, target)
  } finally {
    unfinished?.discard()
  }
}

/** `VACUUM INTO` an empty file reads one snapshot, regardless of later commits. */
function copy(database: string, target: string): void {
  const source = openToRead(database)
  try {
    source.prepare('vacuum into ?').run(target)
  } finally {
    source.close()
  }
}

/** A database that is restored from the copy begins an epoch of its own. */
function endEpoch(file: string): void {
  const copied = openFile(file)
  try {
    const isMigrated = copied
      .prepare(`select 1 from sqlite_schema where type = 'table' and name = 'service_state'`)
      .get()
    if (isMigrated) copied.exec('update service_state set epoch = null')
  } finally {
    copied.close()
  }
}

/** Returns what is wrong with a database file, or undefined. */
function check(file: string): string | undefined {
  const copied = openToRead(file)
  try {
    const found = copied.pragma('integrity_check', { simple: true }) as string
    if (found !== 'ok') return found
    const orphans = copied.pragma('foreign_key_check') as unknown[]
    return orphans.length > 0 ? countWithNoun(orphans.length, 'broken reference') : undefined
  } finally {
    copied.close()
  }
}

function copyFailure(cause: unknown, database: string, target: string): Result<never> {
  const { code = '' } = cause as { code?: string }
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
    return fail('database', '{file} is damaged, or isn’t a database', { file: database })
  }
  if (code.startsWith('SQLITE_') || code.startsWith('E')) {
    return fail('database', 'Can’t write the copy {file} ({code}). Check the folder', {
      file: target,
      code,
    })
  }
  throw cause
}
