import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log } from '../ports.ts'
import { makePrivateFolder } from '../private-folder.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Bytes of a log file before the next one is begun, and the number of files that are kept. */
const largest = 1_000_000
const kept = 4

/** The folder of the app's logs: a file for each host, and older ones. */
export const logFolder = (home: string): string => join(home, 'logs')

/**
 * Opens the log of an app: lines of JSON in `<home>/logs`, which only this user can read, and on
 * standard error when `STINT_LOG` asks for them.
 */
export function openLog(options: {
  home: string
  host: string
  env: Environment
  clock: Pick<Clock, 'now'>
}): Log {
  const { home, host, env, clock } = options
  const folder = logFolder(home)
  const file = (age: number) => join(folder, age === 0 ? `${host}.log` : `${host}.${age}.log`)
  const write = (line: string) => {
    try {
      makePrivateFolder(folder)
      if ((statSync(file(0), { throwIfNoEntry: false })?.size ?? 0) > largest) {
        for (let age = kept - 2; age >= 0; age -= 1) {
          if (statSync(file(age), { throwIfNoEntry: false })) renameSync(file(age), file(age + 1))
        }
      }
      appendFileSync(file(0), line, { mode: 0o600 })
    } catch {
      // A full or read-only disk is reported elsewhere; a failed log entry must not end the
      // program.
    }
  }
  const standardError = createStderrLog(env, clock)
  const say = (level: 'info' | 'warn') => (message: string, facts?: Record<string, unknown>) => {
    write(lineOf(clock, level, message, facts))
    standardError[level](message, facts)
  }
  return { info: say('info'), warn: say('warn') }
}

/**
 * Creates a log of JSON lines on standard error when `STINT_LOG` is set, and one that writes
 * nothing otherwise. Standard output is reserved for the command's result.
 */
export function createStderrLog(
  env: Environment,
  clock: Pick<Clock, 'now'>,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log {
  const wanted = env['STINT_LOG']
  if (wanted === undefined || wanted === '' || wanted === '0') return { info() {}, warn() {} }
  const say = (level: string) => (message: string, facts?: Record<string, unknown>) =>
    write(lineOf(clock, level, message, facts))
  return { info: say('info'), warn: say('warn') }
}

function lineOf(
  clock: Pick<Clock, 'now'>,
  level: string,
  message: string,
  facts?: Record<string, unknown>,
): string {
  const at = new Date(clock.now()).toISOString()
  return `${withEscapes(withoutSecrets(JSON.stringify({ at, level, message, ...facts })))}\n`
}

/**
 * Escapes in JSON what could still control the terminal that shows a log: JSON itself escapes the
 * other control characters.
 */
const withEscapes = (json: string): string =>
  json.replaceAll(
    /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Removes credentials from a text of ours or of a system. */
const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/(\/\/)[^/\s"@]+@/g, '$1…@')
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, '$1 …')
    .replaceAll(
      /\b((?:access_|launch_)?token|ticket|password|secret)((?:\\*["'])?\s*[:=]\s*(?:\\*["'])?)(?:[^\s"'&,}\\]|\\+(?![\\"']))+/gi,
      '$1$2…',
    )
