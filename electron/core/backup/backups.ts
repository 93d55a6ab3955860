/** The backups of an account: verified copies of its database, made while it is in use. */
import { existsSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { BackupContents, BackupKind, BackupSummary } from '#shared/ipc/database-integrity.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import { createSerialQueue } from '#shared/serial-queue.ts'
import type { Clock, Log } from '../ports.ts'
import type { Inspection } from './inspect-database.ts'
import {
  databaseFiles,
  parseFileTimestamp,
  fileTimestamp,
  type AccountPaths,
} from './account-paths.ts'
import { expiredBackups } from './backup-retention.ts'
import type { RunWorkerTask } from './worker-tasks.ts'

export interface Backups {
  /** Newest first. */
  list(): BackupSummary[]
  /**
   * Makes one now. Fails with `database` when there is no space, or the copy is not sound; with
   * `conflict` when the account is closed, or the signal aborted, before it is finished.
   */
  make(kind: BackupKind, signal?: AbortSignal): Promise<Result<BackupContents>>
  /** Writes one to a path that the person chose. Fails with `conflict` where the file exists. */
  writeTo(file: string, signal?: AbortSignal): Promise<Result<BackupContents>>
  /**
   * Makes sure that there is a fresh backup before a large change. For a sync, one of the last hour
   * is enough. Returns null when none had to be made.
   */
  before(occasion: 'migration' | 'sync'): Promise<Result<BackupContents | null>>
  /** Removes what killed copies left behind. Returns how many files there were. */
  tidy(): Promise<number>
  /** True when the last daily backup is a day old. */
  isDue(): boolean
  /** Resolves when no copy is being made. */
  settled(): Promise<void>
}

export interface BackupPorts {
  paths: AccountPaths
  clock: Clock
  log: Log
  runTask: RunWorkerTask
  /** Aborts copies that are under way. */
  closing?: AbortSignal
}

const hour = 60 * 60_000
const day = 24 * hour

export function createBackups({ paths, clock, log, runTask, closing }: BackupPorts): Backups {
  /** One at a time: two copies would only slow each other down. */
  const inTurn = createSerialQueue()

  const list = () => listBackups(paths)

  async function copyTo(
    file: string,
    given?: AbortSignal,
  ): Promise<Result<Extract<Inspection, { is: 'good' }>>> {
    const signals = [closing, given].filter((signal) => signal !== undefined)
    const signal = AbortSignal.any(signals)
    try {
      const folder = existsSync(paths.backups) ? paths.backups : paths.folder
      const room = freeSpaceIn(folder)
      if (room < sizeOf(paths) + leastRoom) return noRoom()
      const input = { from: paths.database, to: file }
      const inspection = await runTask('database.copy', input, signal)
      if (inspection.is === 'good') return ok(inspection)
      return fail(
        'database',
        `The backup failed its check and was deleted: ${inspection.why}. Run \`stint doctor\``,
      )
    } catch (thrown) {
      if (closing?.aborted) {
        return fail('conflict', 'The account was closed before the copy was finished')
      }
      if (signal.aborted) return fail('conflict', 'The backup was stopped before it was finished')
      const problem = toStorageFailure(thrown)
      if (!problem) throw thrown
      return { ok: false, error: problem }
    }
  }

  const make: Backups['make'] = (kind, signal) =>
    inTurn(async () => {
      const file = join(paths.backups, `${kind}-${fileTimestamp(clock.now())}.db`)
      const copied = await copyTo(file, signal)
      if (!copied.ok) return copied
      rotate(paths)
      return ok(readBackupContents(file, copied.value))
    })

  return {
    list,
    make,
    writeTo: (file, signal) =>
      inTurn(async () => {
        if (existsSync(file)) {
          return fail('conflict', '{file} already exists. Use another name, or remove the file', {
            file,
          })
        }
        const copied = await copyTo(file, signal)
        return copied.ok ? ok(readBackupContents(file, copied.value)) : copied
      }),
    async before(occasion) {
      const [newest] = list()
      const age = newest ? clock.now() - newest.at : Infinity
      if (occasion === 'sync' && age >= 0 && age < hour) return ok(null)
      const made = await make(`before-${occasion}`)
      if (!made.ok) log.warn('couldn’t make a backup', { occasion, why: made.error.message })
      return made
    },
    tidy: () =>
      inTurn(() => {
        const names = existsSync(paths.backups) ? readdirSync(paths.backups) : []
        const unfinished = names.filter((name) => name.includes('.unfinished'))
        for (const name of unfinished) {
          rmSync(join(paths.backups, name), { recursive: true, force: true })
        }
        return Promise.resolve(unfinished.length)
      }),
    isDue() {
      const newest = list().find(({ kind }) => kind === 'daily')
      // A backup from the future was made before the clock was corrected.
      return !newest || Math.abs(clock.now() - newest.at) >= day
    },
    settled: inTurn.settled,
  }
}

export const readBackupContents = (
  file: string,
  { bytes, contents }: Extract<Inspection, { is: 'good' }>,
): BackupContents => ({
  file,
  bytes,
  times: contents.times,
  expenses: contents.expenses,
  unsent: contents.unsent,
})

/** Lists the backups in the account's folder, newest first. */
export function listBackups({ backups }: AccountPaths): BackupSummary[] {
  if (!existsSync(backups)) return []
  return readdirSync(backups)
    .flatMap((name) => {
      const [, kind, stamp] =
        /^(daily|before-migration|before-sync|asked)-(.+)\.db$/.exec(name) ?? []
      const at = stamp === undefined ? NaN : parseFileTimestamp(stamp)
      if (Number.isNaN(at)) return []
      const bytes = statSync(join(backups, name)).size
      return [{ name, kind: kind as BackupKind, at, bytes }]
    })
    .sort((a, b) => b.at - a.at)
}

function rotate(paths: AccountPaths): void {
  for (const { name } of expiredBackups(listBackups(paths))) {
    rmSync(join(paths.backups, name), { force: true })
  }
}

/** Minimum free disk space, bytes; with less, nothing works well. */
export const leastRoom = 64 * 1024 ** 2

/** Returns how many bytes this user may still write there. */
export function freeSpaceIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function sizeOf({ database }: AccountPaths): number {
  const sizes = databaseFiles(database).map((file) => (existsSync(file) ? statSync(file).size : 0))
  return sizes.reduce((all, size) => all + size, 0)
}

const noRoom = (): Result<never> =>
  fail('database', 'Not enough disk space for a backup. Free up some space and try again')
