/**
 * Notices that a database file was replaced by an older copy of itself, such as one made with `cp`,
 * which has the same epoch. A small file beside it (`service.db.start`) notes how many changes it
 * had; one with fewer at its start was set back.
 */
import { readFile } from 'node:fs/promises'
import type { Clock, Log } from '#core/ports.ts'
import { countChanges } from '#core/store/service/change-feed.ts'
import type { Db } from '#core/store/database/db.ts'
import { readEpoch } from '#core/store/service/service-state.ts'
import { replaceFile } from '#core/unfinished-file.ts'
import { z } from '#shared/resources/zod.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import { renewEpoch } from './open-service-database.ts'

/** Milliseconds between two notes: the changes that a kill may leave out of the last one. */
const interval = 10_000

const note = z.object({ epoch: z.string(), epoch_since: z.string(), changes: z.int() })
type Note = z.output<typeof note>

export interface OldFileWatch {
  /** Notes the changes once more. */
  close(): Promise<void>
}

export interface OldFileWatchPorts {
  db: Db
  /** The database file. */
  file: string
  log: Log
  now(): number
  sleep: Clock['sleep']
}

/** Begins a new epoch if the file was set back; from then on notes how many changes it has. */
export async function watchForOldFile(ports: OldFileWatchPorts): Promise<OldFileWatch> {
  const { db, file, log, now, sleep } = ports
  const beside = `${file}.start`
  let noted = await readNote(beside)
  if (noted && isOlder(await currentNote(db), noted)) {
    log.warn('the database was replaced by an older copy, so a new epoch begins')
    await renewEpoch(db, now())
  }
  async function write(): Promise<void> {
    try {
      const current = await currentNote(db)
      if (JSON.stringify(current) === JSON.stringify(noted)) return
      replaceFile(beside, `${JSON.stringify(current)}\n`)
      noted = current
    } catch (cause) {
      log.warn('couldn’t note the changes of the database', { cause: String(cause) })
    }
  }
  const closing = new AbortController()
  async function every(): Promise<void> {
    for (;;) {
      await sleep(interval, closing.signal)
      if (closing.signal.aborted) return
      await write()
    }
  }
  await write()
  const loop = every()
  return {
    async close() {
      closing.abort()
      await loop
      await write()
    },
  }
}

async function currentNote(db: Db): Promise<Note> {
  const { epoch, epoch_since } = (await readEpoch(db))!
  return { epoch, epoch_since, changes: await countChanges(db) }
}

/** An epoch that is newer than the noted one began when the file was restored. */
const isOlder = (current: Note, noted: Note): boolean =>
  current.epoch === noted.epoch
    ? current.changes < noted.changes
    : current.epoch_since < noted.epoch_since

/** Returns undefined when there is no note, or it cannot be read. */
async function readNote(file: string): Promise<Note | undefined> {
  try {
    return note.parse(parseJson(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}
