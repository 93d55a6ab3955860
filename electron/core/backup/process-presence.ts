/**
 * Records that a process has an account's database open: a file that states on which computer, and
 * the process's last sign of life. A clean close removes it. On one computer a single process has the
 * data folder (owner-lock.ts), so another file of this computer was left by a kill, a power cut or a
 * crash. Whether a process of another computer still runs cannot be checked, so its last sign of
 * life decides. It is in the file, because a program that copies files sets their dates itself.
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

/** The content of such a file. Older ones state less, and something else besides. */
interface Noted {
  at: number
  machine?: MachineIdentity | undefined
}

/**
 * Age from which a sign of life no longer counts, milliseconds. An app renews its sign far more
 * often, and no command runs this long.
 */
export const oldSign = 10 * 60_000
const renewEvery = 60_000

/**
 * Registers this process as the user of the database.
 * @param token distinguishes this opening from others of the same process
 * @param now epoch milliseconds
 * @param machine read at each sign of life, because some systems take their name from the network
 */
export function registerProcess(
  folder: string,
  token: string,
  now: number,
  machine: () => MachineIdentity | undefined = () => undefined,
): ProcessPresence {
  makePrivateFolder(folder)
  const mine = join(folder, `${process.pid}-${token}`)
  const left = presencesIn(folder).filter((file) => !isOpenElsewhere(notedIn(file), now, machine()))
  const sign = (at: number) => write(mine, { at, machine: machine() })
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
    unregister: () => remove(mine),
  }
}

/**
 * Renews the sign of life while the work runs, so that no other computer takes its file for a
 * leftover.
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

/** Returns who has the database open on other computers, the newest sign of life first. */
export const elsewhereIn = (folder: string, now: number, here?: MachineIdentity): Elsewhere[] =>
  presencesIn(folder)
    .map(notedIn)
    .filter((noted) => isOpenElsewhere(noted, now, here))
    .map(({ machine, at }) => ({ machine: machine.name, at }))
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

/** The difference is absolute because the other computer's clock may be ahead. */
const isOpenElsewhere = (
  noted: Noted | undefined,
  now: number,
  here: MachineIdentity | undefined,
): noted is Required<Noted> & { machine: MachineIdentity } =>
  noted?.machine !== undefined &&
  here !== undefined &&
  noted.machine.id !== here.id &&
  Math.abs(now - noted.at) < oldSign

/** Returns undefined where the file was removed in the meantime. */
function notedIn(file: string): Noted | undefined {
  try {
    const { at, machine } = understood(readFileSync(file, 'utf8'))
    return { at: at ?? statSync(file).mtimeMs, machine }
  } catch {
    return undefined
  }
}

function understood(text: string): Partial<Noted> {
  try {
    const said: unknown = parseJson(text)
    return typeof said === 'object' && said !== null ? said : {}
  } catch {
    return {}
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
