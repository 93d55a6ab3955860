/**
 * Who has an account's database open: a file for each process, named by its id, that says when the
 * process began, on which machine, and when it last gave a sign of life. A clean close removes it.
 * One whose process is gone was left by a kill, a power cut or a crash. Whether a process of another
 * machine is gone cannot be asked: its sign of life has to do.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { CorePorts } from '../ports.ts'

export interface Presence {
  /** True while the end of an earlier process, that did not close, has not been looked into. */
  readonly isUnclean: boolean
  /** The database was looked into and is sound: earlier ends are forgotten. */
  settle(): void
  /** A sign of life, now and then. */
  renew(now: number): void
  /** Ids of other processes that have the database open. */
  others(now: number): number[]
  /** True while another process puts a file in the database's place. */
  isReplaced(now: number): boolean
  leave(): void
}

/** A machine by the name that no other has, and by the one that people know it by. */
export interface Machine {
  id: string
  name: string
}

/** A process of another machine that has the database open; `at` is its last sign of life. */
export interface Elsewhere {
  machine: string
  at: number
}

/** What such a file says. Older ones said no more than when the process began, as bare text. */
interface Noted {
  began: string
  at: number
  machine?: Machine | undefined
  /** It does not use the database, but puts another in its place. */
  replaces?: boolean | undefined
}

/**
 * The system gives the ids of ended processes out again, so an old sign of life is none where the
 * system does not say when a process began.
 * Milliseconds; an app renews its own far more often, and no command runs as long.
 */
export const oldSign = 10 * 60_000
const renewEvery = 60_000

/**
 * @param token tells this opening from others of the same process
 * @param now epoch milliseconds
 * @param machine asked at each sign of life: some systems name themselves by the network
 * @param replaces another file is to take the place of the database
 */
export function enter(
  folder: string,
  token: string,
  now: number,
  machine: () => Machine | undefined = () => undefined,
  replaces?: true,
): Presence {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const mine = join(folder, `${process.pid}-${token}`)
  const left = presencesIn(folder).filter((file) => !isOpen(file, now, machine()))
  const began = beginningOf(process.pid) ?? ''
  const sign = (at: number) => write(mine, { began, at, machine: machine(), replaces })
  sign(now)
  let renewed = now
  return {
    isUnclean: left.length > 0,
    settle() {
      for (const file of left) remove(file)
    },
    renew(later) {
      if (Math.abs(later - renewed) < renewEvery) return
      renewed = later
      sign(later)
    },
    others: (later) => othersIn(folder, later, machine(), mine),
    isReplaced: (later) =>
      presencesIn(folder).some(
        (file) =>
          file !== mine && notedIn(file)?.replaces === true && isOpen(file, later, machine()),
      ),
    leave: () => remove(mine),
  }
}

/** Gives signs of life for as long as the work takes, so that nobody takes its mark for a leftover. */
export async function whileAlive<Value>(
  presence: Presence,
  { clock, log }: Pick<CorePorts, 'clock' | 'log'>,
  work: () => Promise<Value>,
): Promise<Value> {
  const done = new AbortController()
  const beat = async () => {
    for (;;) {
      await clock.sleep(renewEvery, done.signal)
      if (done.signal.aborted) return
      try {
        presence.renew(clock.now())
      } catch (thrown) {
        // The disk may have room again a minute later.
        log.warn('No sign of life could be given', { why: String(thrown) })
      }
    }
  }
  void beat()
  try {
    return await work()
  } finally {
    done.abort()
  }
}

/**
 * Ids of the processes that have the database open, except the one of this file.
 * @param here this machine
 */
export const othersIn = (folder: string, now: number, here?: Machine, mine?: string): number[] =>
  presencesIn(folder)
    .filter((file) => file !== mine && isOpen(file, now, here))
    .map(pidOf)

/** Who has the database open on another machine than this one, the newest sign of life first. */
export const elsewhereIn = (folder: string, now: number, here?: Machine): Elsewhere[] =>
  presencesIn(folder)
    .map((file) => notedIn(file))
    .filter((noted) => noted !== undefined)
    .filter((noted) => isOfAnother(noted, here) && isFresh(noted, now))
    .map(({ machine, at }) => ({ machine: machine!.name, at }))
    .toSorted((one, other) => other.at - one.at)

/** Programs that keep a folder the same on several machines put files of their own into it. */
const presencesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d+-/.test(name))
        .map((name) => join(folder, name))
    : []

const pidOf = (file: string): number => Number.parseInt(basename(file), 10)

const isOfAnother = ({ machine }: Noted, here: Machine | undefined): boolean =>
  machine !== undefined && here !== undefined && machine.id !== here.id

/** The other machine's clock may be ahead of this one's. */
const isFresh = ({ at }: Noted, now: number): boolean => Math.abs(now - at) < oldSign

function isOpen(file: string, now: number, here: Machine | undefined): boolean {
  const pid = pidOf(file)
  const noted = notedIn(file)
  if (!(pid > 0) || !noted) return false
  if (isOfAnother(noted, here)) return isFresh(noted, now)
  if (now - noted.at > oldSign) return false
  try {
    process.kill(pid, 0)
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const began = beginningOf(pid)
  return began === undefined || noted.began === '' || noted.began === began
}

/** Undefined where it was closed meanwhile. */
function notedIn(file: string): Noted | undefined {
  try {
    const { began, at, machine, replaces } = understood(readFileSync(file, 'utf8'))
    return { began: began ?? '', at: at ?? statSync(file).mtimeMs, machine, replaces }
  } catch {
    return undefined
  }
}

function understood(text: string): Partial<Noted> {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? said : { began: text }
  } catch {
    return { began: text }
  }
}

/** Takes the place of the former at once: nobody reads half of it, and no program copies half. */
function write(file: string, noted: Noted): void {
  writeFileSync(draftOf(file), JSON.stringify(noted), { mode: 0o600 })
  renameSync(draftOf(file), file)
}

function remove(file: string): void {
  for (const one of [draftOf(file), file]) rmSync(one, { force: true })
}

const draftOf = (file: string): string => join(dirname(file), `new-${basename(file)}`)

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
