/** A person's process that is killed at a chosen moment, and the account that it leaves. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openAccount, type OpenAccount } from '../account.ts'
import { clockEnvironment } from '../test-day.ts'

const person = fileURLToPath(new URL('person.ts', import.meta.url))
const timerPerson = fileURLToPath(new URL('timer-person.ts', import.meta.url))
const register = fileURLToPath(new URL('register.ts', import.meta.url))

interface Worked {
  /** The acknowledged lines. */
  lines: string[]
  signal: NodeJS.Signals | null
}

/**
 * Runs a person's process until it is killed at the chosen moment, or reports that it has settled.
 * @param under the command that it runs under, which runs what follows it
 */
export async function workOn(
  home: string,
  from: number,
  kill: string,
  under: readonly string[] = [],
): Promise<Worked> {
  const settle = kill === 'settled' ? ['settle'] : []
  const moment = settle.length > 0 ? '' : kill
  return runUntilKilled([person, home, String(from), '18', ...settle], moment, under)
}

/** Starts, switches and stops a timer until the process is killed, or to the end. */
export const timeOn = (home: string, kill: string): Promise<Worked> =>
  runUntilKilled([timerPerson, home], kill)

async function runUntilKilled(
  program: string[],
  kill: string,
  under: readonly string[] = [],
): Promise<Worked> {
  const [command, ...options] = [...under, process.execPath, '--import', register, ...program]
  const child = spawn(command!, options, {
    env: { ...process.env, ...clockEnvironment(), STINT_TEST_KILL: kill },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line === 'settled') child.kill('SIGKILL')
  }
  const [, signal] = await ended
  return { lines, signal }
}

export const folderIn = (home: string): string => {
  const accounts = join(home, 'accounts')
  return join(accounts, readdirSync(accounts)[0]!)
}

/**
 * The entries that were acknowledged and not deleted again: added, or left by a timer that was
 * followed.
 */
export function acknowledged(lines: readonly string[]): string[] {
  const deleted = new Set(lines.flatMap((line) => /^deleted (.+)/.exec(line)?.[1] ?? []))
  const made = lines.filter((line) => line.startsWith('entry ') && !deleted.has(line))
  return [...made, ...lines.filter((line) => line.startsWith('timer ')).slice(0, -1)].toSorted()
}

/** Opens the account, and opens it again after a check that finds damage, as the app does. */
export async function openAfter(folder: string): Promise<OpenAccount> {
  const open = await openAccount(folder)
  const { sound, problems } = await open.databaseKeeper.check(true)
  if (sound) return open
  await open.close()
  return openAccount(folder, { damage: problems[0]! })
}
