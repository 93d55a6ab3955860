import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from '#shared/resources/zod.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import { createLaunchToken } from '#core/node/launch-token.ts'
import { writePrivateFile } from '#core/node/private-file.ts'
import { appUrl } from './app-url.ts'

const holder = z.object({ pid: z.int(), port: z.int(), token: z.string() })
/** The process that runs the app on a data folder; port 0 while it is still starting. */
export type LockHolder = z.output<typeof holder>

export interface InstanceLock {
  /** Publishes the port on which later launches reach this one. */
  announce(port: number): Promise<void>
  release(): Promise<void>
}

export type LockOutcome =
  | { is: 'held'; lock: InstanceLock }
  /** Another launch is running. It returned a URL that opens one more window, once. */
  | { is: 'running'; url: string; ticketUrl: string }
  /** Another launch has the folder and does not reply. */
  | { is: 'silent'; pid: number }

/** Milliseconds to wait for another launch: until it has started or ended, and for one reply. */
interface Patience {
  change: number
  answer: number
}

/**
 * Locks the data folder for this launch, or finds the launch that has it: one file of mode 0600
 * with the holder's process, port and token. A file whose process no longer exists, or whose port
 * does not accept its token (another program got the process number), is left over from a crash. A
 * process that exists and merely does not reply keeps the folder: it may be busy or suspended, and
 * would go on writing.
 */
export async function acquireInstanceLock(
  home: string,
  token: string,
  patience: Patience = { change: 30_000, answer: 5_000 },
): Promise<LockOutcome> {
  const path = join(home, 'app.lock')
  const mine: LockHolder = { pid: process.pid, port: 0, token }
  const deadline = performance.now() + patience.change
  for (;;) {
    if (await create(path, mine)) return { is: 'held', lock: lockOf(path, mine) }
    const text = await contentOf(path)
    if (text === null) continue
    const other = parse(text)
    if (other === null || other.pid === process.pid || !isAlive(other.pid)) {
      await removeLeftOver(path, text)
    } else if (other.port !== 0) {
      const reply = await askForWindow(other, patience.answer)
      if (reply.is === 'opened') {
        return { is: 'running', url: appUrl(other.port, other.token), ticketUrl: reply.ticketUrl }
      }
      if (reply.is === 'none') return { is: 'silent', pid: other.pid }
      // The port refuses: the launch is ending, and removes the file once its database is closed.
      if (reply.is === 'refused' && performance.now() <= deadline) await wait(50)
      else await removeLeftOver(path, text)
    } else if (performance.now() > deadline) {
      return { is: 'silent', pid: other.pid }
    } else {
      await wait(50)
    }
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
    return holder.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === 'EPERM'
  }
}

type Reply =
  | { is: 'opened'; ticketUrl: string }
  /** Another program replied, not a launch of ours. */
  | { is: 'stranger' }
  | { is: 'refused' }
  | { is: 'none' }

async function askForWindow({ port, token }: LockHolder, patience: number): Promise<Reply> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/windows`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patience),
    })
    if (response.status !== 201) return { is: 'stranger' }
    const { url } = z.object({ url: z.string() }).parse(parseJson(await response.text()))
    return { is: 'opened', ticketUrl: url }
  } catch (reason) {
    if ((reason as Error).name === 'TimeoutError') return { is: 'none' }
    const { code } = ((reason as Error).cause ?? {}) as NodeJS.ErrnoException
    return { is: code === 'ECONNREFUSED' ? 'refused' : 'stranger' }
  }
}
