/**
 * Who has an account's database open: a file for each process, named by its id, that says when the
 * process began. A clean close removes it. One whose process is gone was left by a kill, a power
 * cut or a crash.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
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
 * The system gives the ids of ended processes out again, so an old sign of life is none where the
 * system does not say when a process began.
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
  const file = openSync(mine, 'w', 0o600)
  writeSync(file, beginningOf(process.pid) ?? '')
  closeSync(file)
  const sign = (at: number) => utimesSync(mine, at / 1_000, at / 1_000)
  sign(now)
  let renewed = now
  return {
    isUnclean: left.length > 0,
    settle() {
      for (const name of left) rmSync(join(folder, name), { force: true })
    },
    renew(later) {
      if (Math.abs(later - renewed) < renewEvery) return
      renewed = later
      sign(later)
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
    process.kill(pid, 0)
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const began = beginningOf(pid)
  if (began === undefined) return true
  try {
    const noted = readFileSync(file, 'utf8')
    return noted === '' || noted === began
  } catch {
    // It was closed meanwhile.
    return false
  }
}

/** When a process began, as Linux counts it from its start; undefined on other systems. */
function beginningOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is the program's name in brackets, which may have blanks in it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
