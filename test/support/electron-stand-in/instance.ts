/**
 * One instance per folder of the program, like Chromium's `process_singleton_posix.cc`: a link names
 * the process that has the folder, and another one waits until that has received its start, which
 * is not before it is ready. Files stand in for Chromium's socket.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

interface Start {
  argv: string[]
  cwd: string
}

/** Milliseconds after which Chromium takes the first instance for dead. */
const patience = 20_000
const pause = 20

let held: string | undefined
const lockOf = (folder: string) => join(folder, 'SingletonLock')
const startsOf = (folder: string) => join(folder, 'SingletonStarts')

/** @returns false where another process has the folder; that one has received this start by then */
export function takeInstance(folder: string): boolean {
  // Electron makes the folder, also for an instance that then leaves it alone.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    try {
      symlinkSync(String(process.pid), lockOf(folder))
    } catch (reason) {
      if ((reason as NodeJS.ErrnoException).code !== 'EEXIST') throw reason
      if (handOver(folder, { argv: sorted(process.argv), cwd: process.cwd() })) return false
      unlock(folder)
      continue
    }
    held = folder
    rmSync(startsOf(folder), { recursive: true, force: true })
    mkdirSync(startsOf(folder))
    return true
  }
}

/** Passes on other starts from now on, and those that are waiting already. */
export function onOtherStart(receive: (start: Start) => void): void {
  if (held === undefined) return
  const starts = startsOf(held)
  const receiveAll = () => {
    for (const name of readdirSync(starts).filter((each) => each.endsWith('.json'))) {
      const file = join(starts, name)
      receive(JSON.parse(readFileSync(file, 'utf8')) as Start)
      rmSync(file)
    }
  }
  setInterval(receiveAll, pause).unref()
}

export function leaveInstance(): void {
  if (held === undefined) return
  unlock(held)
  rmSync(startsOf(held), { recursive: true, force: true })
  held = undefined
}

function unlock(folder: string): void {
  try {
    // `rmSync` leaves a link that leads nowhere.
    unlinkSync(lockOf(folder))
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code !== 'ENOENT') throw reason
  }
}

/** @returns false where the other process ended without receiving it */
function handOver(folder: string, start: Start): boolean {
  const file = join(startsOf(folder), `${process.pid}.json`)
  const isAlive = () => {
    try {
      return process.kill(Number(readlinkSync(lockOf(folder))), 0)
    } catch {
      return false
    }
  }
  if (!isAlive()) return false
  writeFileSync(`${file}.new`, JSON.stringify(start))
  renameSync(`${file}.new`, file)
  for (let waited = 0; waited < patience && isAlive(); waited += pause) {
    if (!readdirSync(startsOf(folder)).includes(`${process.pid}.json`)) return true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
  }
  return false
}

/** As `base::CommandLine` puts arguments together: switches stand before all others. */
function sorted([program, ...rest]: string[]): string[] {
  const end = rest.indexOf('--')
  const [own, others] = end === -1 ? [rest, []] : [rest.slice(0, end), rest.slice(end)]
  const isSwitch = (argument: string) => /^-./.test(argument)
  return [program!, ...own.filter(isSwitch), ...own.filter((each) => !isSwitch(each)), ...others]
}
