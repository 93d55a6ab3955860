/**
 * The program as a person runs it: real processes on a data folder of the test's own, ended when
 * the test ends. Nothing in here calls into the program.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { clockEnvironment } from './test-day.ts'

type CommandLine = typeof import('../../electron/cli/index.ts')

const launcher = fileURLToPath(new URL('../../electron/cli/stint.cjs', import.meta.url))

export interface Running {
  /** The JSON document that the program printed when it was ready. */
  ready: Record<string, string>
  process: ChildProcess
  /** Ends it and waits until it has exited. */
  end(signal?: NodeJS.Signals): Promise<void>
}

interface RunOptions {
  home: string
  env?: Record<string, string>
}

/**
 * Starts a command that stays (`app`, `serve`) and waits for its JSON; ended with the test. Throws
 * its output when it does not start.
 */
export const startProgram = (args: string[], options: RunOptions): Promise<Running> =>
  launch(args, { ...options, env: { ...clockEnvironment(), ...options.env } }, (end) =>
    onTestFinished(() => end('SIGKILL')),
  )

/**
 * The same outside of a test.
 * @param begun receives at once the function that ends it
 */
export async function launch(
  args: string[],
  options: RunOptions,
  begun: (end: Running['end']) => void,
): Promise<Running> {
  const child = spawn(process.execPath, [launcher, ...args, '--json', '--home', options.home], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  })
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  begun(end)
  const complaints: string[] = []
  child.stderr.on('data', (text: Buffer) => complaints.push(String(text)))
  const lines = createInterface({ input: child.stdout })
  const ready = await Promise.race([
    once(lines, 'line').then(([line]) => {
      const said = JSON.parse(line as string) as Record<string, string>
      if ('error' in said) throw new Error(`stint ${args.join(' ')} did not start: ${line}`)
      return said
    }),
    once(child, 'exit').then(([code]) => {
      throw new Error(`stint ${args.join(' ')} ended with ${code}: ${complaints.join('')}`)
    }),
  ])
  return { ready, process: child, end }
}

export interface Ended {
  code: number
  json: unknown
  stderr: string
}

/** Runs a command to its end and returns the JSON document that it printed. */
export async function runProgram(
  args: string[],
  options: RunOptions & { input?: string },
): Promise<Ended> {
  const child = spawn(process.execPath, [launcher, ...args, '--json', '--home', options.home], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...clockEnvironment(), ...options.env },
  })
  child.stdin.end(options.input ?? '')
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text: Buffer) => (stdout += String(text)))
  child.stderr.on('data', (text: Buffer) => (stderr += String(text)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, json: stdout === '' ? null : JSON.parse(stdout), stderr }
}

/**
 * Runs a command of the same built program within this process: a test's preparation takes ten
 * milliseconds in place of half a second for a process.
 */
export async function runHere(
  args: string[],
  home: string,
): Promise<Ended & { text: string; notes: string[] }> {
  const { main } = createRequire(import.meta.url)('../../out/main/cli.cjs') as CommandLine
  const ended = { code: 0, json: null as unknown, stderr: '', text: '', notes: [] as string[] }
  ended.code = await main([...args, '--json', '--home', home], {
    width: Number.POSITIVE_INFINITY,
    answer: ({ json, text }) => Object.assign(ended, { json, text }),
    failure: (error) => Object.assign(ended, { json: { error }, text: error.message }),
    note: (text) => void ended.notes.push(text),
    progress: () => undefined,
    trace: (reason) => (ended.stderr += String((reason as Error).stack ?? reason)),
  })
  return ended
}
