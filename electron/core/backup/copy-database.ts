/** Makes a verified copy of a database that is in use. Runs on a worker. */
import { dirname } from 'node:path'
import { makePrivateFolder } from '../private-folder.ts'
import { openFile, openToRead } from '../store/database/sqlite-file.ts'
import type { TaskSignal } from '../thread.ts'
import { beginDatabase } from '../unfinished-file.ts'
import { inspectDatabaseFile, type Inspection } from './inspect-database.ts'

/** Pages in one step of the copy: about 8 MB. */
const pagesAtOnce = 2_000

/**
 * Copies a database as of one moment, regardless of later commits, checks the copy from end to end,
 * and only then gives it its name. So a file with that name is complete.
 */
export async function copyDatabase(
  input: { from: string; to: string },
  signal: TaskSignal,
): Promise<Inspection> {
  makePrivateFolder(dirname(input.to))
  const copy = beginDatabase(input.to)
  try {
    await copyPages(input.from, copy.path, signal)
    const inspection = await inspectDatabaseFile({ file: copy.path }, signal)
    if (inspection.is !== 'good') return inspection
    signal.commit()
    copy.finish()
    return inspection
  } finally {
    copy.discard()
  }
}

async function copyPages(from: string, to: string, signal: TaskSignal): Promise<void> {
  const source = openToRead(from)
  try {
    // An open read transaction holds the moment; without it each commit of another connection would
    // restart the copy.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await source.backup(to, {
      progress() {
        signal.throwIfAborted()
        return pagesAtOnce
      },
    })
  } finally {
    source.close()
  }
  const copy = openFile(to, { fileMustExist: true })
  try {
    // A single self-contained file: reading it creates no files beside it.
    copy.pragma('journal_mode = delete')
  } finally {
    copy.close()
  }
}
