/**
 * Records which processes have an account's database open. Each has a file, named by its process
 * id, that states when the process began, on which computer, and its last sign of life. A clean
 * close removes the file. One whose process no longer runs was left by a kill, a power cut or a
 * crash. Whether a process of another computer still runs cannot be checked, so its last sign of
 * life decides.
 */
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseJson } from '#shared/rules/parse-json.ts'
import type { CorePorts } from '../ports.ts'
import { makePrivateFolder } from '../private-folder.ts'

export interface ProcessPresence {
  /** True while the database was not checked after an earlier process ended without closing it. */
  readonly endedUncleanly: boolean
  /**
   * Removes the files of processes that ended without closing: the database was checked and is
   * sound.
   */
  settle(): void
  /** Renews the sign of life from time to time. */
  renew(now: number): void
  /** Ids of other processes that have the database open. */
  others(now: number): number[]
  /** True while another process is replacing the database's file. */
  isReplaced(now: number): boolean
  unregister(): void
}

/** A computer, by its unique id and by the name that people call it. */
export interface MachineIdentity {
  id: string
  name: string
}

/** A process of another computer that has the database open; `at` is its last sign of life. */
export interface Elsewhere {
  machine: string
  at: number
}

/** The content of such a file. Older ones only state when the process began, as plain text. */
interface Noted {
  began: string
  at: number
  machine?: MachineIdentity | undefined
  /** The process does not use the database, but replaces it. */
  replaces?: boolean | undefined
}

/**
 * Age from which a sign of life no longer counts, milliseconds. The system reuses the ids of ended
 * processes, and not every system says when a process began. An app renews its sign far more often,
 * and no command runs this long.
 */
export const oldSign = 10 * 60_000
const renewEvery = 60_000

/**
 * Registers this process as a user of the database.
 * @param token distinguishes this opening from others of the same process
 * @param now epoch milliseconds
 * @param machine read at each sign of life, because some systems take their name from the network
 * @param replaces this process will replace the database's file
 */
export function registerProcess(
  folder: string,
  token: string,
  now: number,
  machine: () => MachineIdentity | undefined = () => undefined,
  replaces?: true,
): ProcessPresence {
  makePrivateFolder(folder)
  const mine = join(folder, `${process.pid}-${token}`)
  const left = presencesIn(folder).filter((file) => !isOpen(file, now, machine()))
  const began = beginningOf(process.pid) ?? ''
  const sign = (at: number) => write(mine, { began, at, machine: machine(), replaces })
  sign(now)
  let renewed = now
  return {
    endedUncleanly: left.length > 0,
    settle() {
      for (const file of left) remove(file)
    },
    renew(later) {
      if (Math.abs(later - renewed) < renewEvery) return
      renewed = later
      sign(later)
    },
    others: (later) => listOtherProcesses(folder, later, machine(), mine),
    isReplaced: (later) =>
      presencesIn(folder).some(
        (file) =>
          file !== mine && notedIn(file)?.replaces === true && isOpen(file, later, machine()),
      ),
    unregister: () => remove(mine),
  }
}

/**
 * Renews the sign of life while the work runs, so that no process takes its file for a leftover.
 */
export async function whileAlive<Value>(
  presence: ProcessPresence,
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
        log.warn('couldn’t renew this process’s presence file', { why: String(thrown) })
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
 * Returns the ids of the processes that have the database open, except the one of this file.
 * @param here this computer
 */
export const listOtherProcesses = (
  folder: string,
  now: number,
  here?: MachineIdentity,
  mine?: string,
): number[] =>
  presencesIn(folder)
    .filter((file) => file !== mine && isOpen(file, now, here))
    .map(pidOf)

/** Returns who has the database open on other computers, the newest sign of life first. */
export const elsewhereIn = (folder: string, now: number, here?: MachineIdentity): Elsewhere[] =>
  presencesIn(folder)
    .map((file) => notedIn(file))
    .filter((noted) => noted !== undefined)
    .filter((noted) => isOfAnother(noted, here) && isFresh(noted, now))
    .map(({ machine, at }) => ({ machine: machine!.name, at }))
    .toSorted((one, other) => other.at - one.at)

/**
 * Lists the files of processes. Programs that sync a folder between computers put files of their
 * own into it; those are skipped.
 */
const presencesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d+-/.test(name))
        .map((name) => join(folder, name))
    : []

const pidOf = (file: string): number => Number.parseInt(basename(file), 10)

const isOfAnother = ({ machine }: Noted, here: MachineIdentity | undefined): boolean =>
  machine !== undefined && here !== undefined && machine.id !== here.id

/** The difference is absolute because the other computer's clock may be ahead. */
const isFresh = ({ at }: Noted, now: number): boolean => Math.abs(now - at) < oldSign

function isOpen(file: string, now: number, here: MachineIdentity | undefined): boolean {
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

/** Returns undefined where the file was removed in the meantime. */
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
    const said: unknown = parseJson(text)
    return typeof said === 'object' && said !== null ? said : { began: text }
  } catch {
    return { began: text }
  }
}

/** Replaces the file atomically, so that no process reads half of it and no program copies half. */
function write(file: string, noted: Noted): void {
  writeFileSync(draftOf(file), JSON.stringify(noted), { mode: 0o600 })
  renameSync(draftOf(file), file)
}

function remove(file: string): void {
  for (const one of [draftOf(file), file]) rmSync(one, { force: true })
}

const draftOf = (file: string): string => join(dirname(file), `new-${basename(file)}`)

/**
 * Returns when a process began, in Linux's ticks since the system started; undefined on other
 * systems.
 */
function beginningOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is the program's name in brackets, which may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
