/**
 * Who has an account's database open: a file for each process, named by its id. A clean close
 * removes it. One whose process is gone was left by a kill, a power cut or a crash.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { basename, join } from 'node:path'

export interface Presence {
  /** True while the end of an earlier process, that did not close, has not been looked into. */
  readonly isUnclean: boolean
  /** The database was looked into and is sound: earlier ends are forgotten. */
  settle(): void
  /** A sign of life, now and then. */
  renew(now: number): void
  /** Ids of other processes that have the database open. */
  others(now: number): number[]
  leave(): void
}

/**
 * The system gives the ids of ended processes out again, so an old sign of life is none.
 * Milliseconds; an app renews its own far more often, and no command runs as long.
 */
const oldSign = 10 * 60_000
const renewEvery = 60_000

/**
 * @param token tells this opening from others of the same process
 * @param now epoch milliseconds
 */
export function enter(folder: string, token: string, now: number): Presence {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const mine = join(folder, `${process.pid}-${token}`)
  const left = readdirSync(folder).filter((name) => !isOpen(join(folder, name), now))
  closeSync(openSync(mine, 'w', 0o600))
  let renewed = now
  return {
    isUnclean: left.length > 0,
    settle() {
      for (const name of left) rmSync(join(folder, name), { force: true })
    },
    renew(later) {
      if (Math.abs(later - renewed) < renewEvery) return
      renewed = later
      utimesSync(mine, later / 1_000, later / 1_000)
    },
    others: (later) => othersIn(folder, later, mine),
    leave: () => rmSync(mine, { force: true }),
  }
}

/** Ids of the processes that have the database open, except the one of this file. */
export function othersIn(folder: string, now: number, mine?: string): number[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => file !== mine && isOpen(file, now))
    .map(pidOf)
}

const pidOf = (file: string): number => Number.parseInt(basename(file), 10)

function isOpen(file: string, now: number): boolean {
  const pid = pidOf(file)
  if (!(pid > 0)) return false
  const sign = statSync(file, { throwIfNoEntry: false })
  if (!sign || now - sign.mtimeMs > oldSign) return false
  try {
    return process.kill(pid, 0)
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === 'EPERM'
  }
}
