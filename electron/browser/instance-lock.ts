import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from '#shared/resources/zod.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import { requestWindow } from '#core/node/control-client.ts'
import { createLaunchToken } from '#core/node/launch-token.ts'
import { writePrivateFile } from '#core/node/private-file.ts'

const holder = z.object({
  pid: z.int(),
  /** When the process began, as the system counts it; null where it does not tell. */
  began: z.string().nullable(),
  port: z.int(),
  token: z.string(),
})
/** The process that runs the app on a data folder; port 0 while it is still starting. */
export type LockHolder = z.output<typeof holder>

export interface InstanceLock {
  /** Publishes the port on which later launches reach this one. */
  announce(port: number): Promise<void>
  release(): Promise<void>
}

export type LockOutcome =
  | { is: 'held'; lock: InstanceLock }
  /** Another launch is running. It issued a ticket that opens one more window. */
  | { is: 'running'; port: number; token: string; ticket: string }
  /** Another launch has the folder and does not reply. */
  | { is: 'silent'; pid: number }

/** Milliseconds to wait for another launch: until it has started or ended, and for one reply. */
interface Patience {
  change: number
  answer: number
}

/**
 * Locks the data folder for this launch, or finds the launch that has it: one file of mode 0600
 * with the holder's process, port and token. The holder is reached through its control channel,
 * where it proves itself. A file is left over from a crash if its process no longer exists, or if
 * nothing answers at the channel for long enough, and the process may be another one with its
 * number. A process that exists and merely does not reply keeps the folder: it may be busy or
 * suspended, and would go on writing.
 */
export async function acquireInstanceLock(
  home: string,
  token: string,
  patience: Patience = { change: 30_000, answer: 5_000 },
): Promise<LockOutcome> {
  const path = join(home, 'app.lock')
  const mine: LockHolder = { pid: process.pid, began: await beginOf(process.pid), port: 0, token }
  const deadline = performance.now() + patience.change
  for (;;) {
    if (await create(path, mine)) return { is: 'held', lock: lockOf(path, mine) }
    const text = await contentOf(path)
    if (text === null) continue
    const other = parse(text)
    if (other === null || other.pid === process.pid || !(await isAlive(other))) {
      await removeLeftOver(path, text)
      continue
    }
    const { pid, began, port, token } = other
    if (port !== 0) {
      const signal = AbortSignal.timeout(patience.answer)
      const reply = await requestWindow(home, 'browser', signal)
      if (reply.is === 'issued') return { is: 'running', port, token, ticket: reply.ticket }
      if (reply.is === 'silent' || signal.aborted) return { is: 'silent', pid }
    }
    // It is starting, or ending: then it removes the file once its database is closed.
    if (performance.now() <= deadline) await wait(50)
    else if (port === 0 || began !== null) return { is: 'silent', pid }
    else await removeLeftOver(path, text)
  }
}

function lockOf(path: string, mine: LockHolder): InstanceLock {
  return {
    announce: (port) => writePrivateFile(path, JSON.stringify({ ...mine, port })),
    async release() {
      // After a takeover the file belongs to another launch.
      const now = parse((await contentOf(path)) ?? '')
      if (now?.token === mine.token) await rm(path, { force: true })
    },
  }
}

/**
 * Creates the file completely or not at all, and only when there is none, by linking a finished
 * file.
 */
async function create(path: string, content: LockHolder): Promise<boolean> {
  const draft = `${path}.${createLaunchToken()}`
  await writePrivateFile(draft, JSON.stringify(content))
  try {
    await link(draft, path)
    return true
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw reason
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Removes the file only if it is still the one that was checked: other launches may do the same.
 */
async function removeLeftOver(path: string, judged: string): Promise<void> {
  const aside = `${path}.${createLaunchToken()}`
  try {
    await rename(path, aside)
    if ((await contentOf(aside)) !== judged) await link(aside, path)
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EEXIST') throw reason
  } finally {
    await rm(aside, { force: true })
  }
}

async function contentOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw reason
  }
}

function parse(text: string): LockHolder | null {
  try {
    return holder.parse(parseJson(text))
  } catch {
    return null
  }
}

/** Whether the process exists and is not a later one that got its number. */
async function isAlive({ pid, began }: LockHolder): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return began === null || began === (await beginOf(pid))
}

/**
 * Returns when a process began, in ticks since the system started (field 22 of Linux's
 * `/proc/PID/stat`); null for one that does not exist, and on other systems.
 */
async function beginOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The second field is the program's name, which may contain anything.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
}
