/**
 * The right to use a data folder, which one process of this computer has at a time: a lock of the
 * system on a file, which ends with the process, however that ends. It is SQLite's lock on a database
 * without content, because that works alike on every system. Nothing else opens this file: on POSIX
 * systems a process loses its locks on a file with the first descriptor of it that it closes.
 *
 * Whether another computer uses the folder, presence files say (process-presence.ts).
 */
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { openFile } from '../store/database/sqlite-file.ts'
import { ownerVersion, readOwner, removeOwner, writeOwner } from './owner-file.ts'
import type { Owner, OwnerHost } from './owner-file.ts'

export interface OwnerLock {
  release(): void
}

export type Ownership<Met> =
  | { is: 'taken'; lock: OwnerLock }
  /** Another process is the owner, and `meet` returned this. */
  | { is: 'met'; met: Met }
  /** Another process is the owner and remains it; null: it does not say which. */
  | { is: 'refused'; owner: Owner | null }

/** Milliseconds between two tries. */
const pause = 25
/**
 * How often to try beside an owner that does not answer: a command that will end (5 seconds), and an
 * app that is starting or ending (30 seconds). Tries are counted, not time: a computer that is busy,
 * or slept, held up the owner as well.
 */
const usualPatience = { command: 200, app: 1_200 }

/**
 * Makes this process the owner of a data folder, or meets the owner. Waits for owners that do not
 * answer, each for a time.
 * @param meet asks an owner that has a control channel; null: no program proves to be it
 */
export async function takeOwnerLock<Met>(
  home: string,
  host: OwnerHost,
  meet: (owner: Owner) => Promise<Met | null>,
  patience = usualPatience,
): Promise<Ownership<Met>> {
  const file = openLockFile(home)
  let isTaken = false
  try {
    let seen: string | null | undefined
    let owner: Owner | null = null
    for (let left = 0; ; await wait(pause)) {
      isTaken = lock(file)
      if (isTaken) {
        writeOwner(home, host)
        return { is: 'taken', lock: { release: () => release(home, file) } }
      }
      const version = ownerVersion(home)
      if (version === seen) {
        if (left-- <= 0) return { is: 'refused', owner }
        continue
      }
      seen = version
      owner = readOwner(home)
      const met = owner?.channel ? await meet(owner) : null
      if (met !== null) return { is: 'met', met }
      const isCommand = owner === null || owner.host === 'command'
      left = isCommand ? patience.command : patience.app
    }
  } finally {
    if (!isTaken) file.close()
  }
}

function openLockFile(home: string): Sqlite.Database {
  const path = join(home, 'owner.lock')
  try {
    if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600))
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  }
  return openFile(path, { timeout: 0 })
}

/** Returns false while another process has the lock, or is just trying. */
function lock(file: Sqlite.Database): boolean {
  try {
    // The first page of a database without content would be written to a journal beside it.
    file.pragma('journal_mode = memory')
    file.exec('begin exclusive')
    return true
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code === 'SQLITE_BUSY') return false
    throw thrown
  }
}

function release(home: string, file: Sqlite.Database): void {
  if (!file.open) return
  removeOwner(home)
  file.close()
}
