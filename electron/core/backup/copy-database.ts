/** Makes a verified copy of a database that is in use. Runs on a worker. */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { openFile, openToRead } from '../store/sqlite-file.ts'
import type { TaskSignal } from '../thread.ts'
import { inspectDatabaseFile, type Inspection } from './inspect-database.ts'

/** Pages in one step of the copy: about 8 MB. */
const pagesAtOnce = 2_000

/**
 * Copies a database as of one moment, regardless of later commits, checks the copy from end to end,
 * and only then gives it its name. So a file with that name is complete. Until then it is in a
 * private folder beside it, which others who may write to that place can neither read nor replace.
 */
export async function copyDatabase(
  input: { from: string; to: string },
  signal: TaskSignal,
): Promise<Inspection> {
  mkdirSync(dirname(input.to), { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(`${input.to}.unfinished-`)
  try {
    const unfinished = join(folder, 'copy.db')
    await copyPages(input.from, unfinished, signal)
    const inspection = await inspectDatabaseFile({ file: unfinished }, signal)
    if (inspection.is !== 'good') return inspection
    signal.commit()
    publishFile(unfinished, input.to)
    return inspection
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function copyPages(from: string, to: string, signal: TaskSignal): Promise<void> {
  const source = openToRead(from)
  try {
    // An open read transaction holds the moment; without it each commit of another connection would
    // restart the copy.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    closeSync(openSync(to, 'wx', 0o600))
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

/** Makes a file private, syncs it to the disk, and renames it. */
export function publishFile(file: string, name: string): void {
  chmodSync(file, 0o600)
  fsyncPath(file)
  renameSync(file, name)
  fsyncPath(dirname(name))
}

/** Syncs a file or folder to the disk. */
export function fsyncPath(path: string): void {
  // Windows cannot open a folder; the rename is all that is possible there.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
