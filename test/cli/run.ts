import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, vi } from 'vitest'
import { clockEnvironment } from '../support/test-day.ts'

type CommandLine = typeof import('../../electron/cli/index.ts')

const program = fileURLToPath(new URL('../../electron/cli/stint.cjs', import.meta.url))

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

interface Options {
  env?: Record<string, string>
  /** The text on standard input; nothing unless given. */
  input?: string
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** A command that keeps running. */
export interface Running {
  /** The JSON document that it prints when it is ready. */
  ready: Promise<Record<string, string>>
  ended: Promise<Ended>
  kill(signal: NodeJS.Signals): void
}

/** `npm run explore -- beside` plays the tests once more, each data folder with an app of its own. */
const isBesideApp = process.env['STINT_CLI_BESIDE'] !== undefined
/** Commands that never ask an app. */
const withoutCore = ['app', 'serve', 'api', 'service', 'completion', 'man']

/** What a command's own environment has beside that of its clock. */
const ownEnvironment = (home: string) => ({
  PATH: process.env['PATH'],
  HOME: home,
  STINT_HOME: home,
})

const commandOf = (args: string[]) => args.find((word) => !word.startsWith('-'))

/** Runs the command in this process, without input, and takes what it prints. */
async function runHere(home: string, args: string[]): Promise<Ended> {
  const { main } = createRequire(import.meta.url)('../../out/main/cli.cjs') as CommandLine
  const { STINT_NOW, TZ, ...others } = process.env
  const { stdout, stderr } = process
  // Each command listens once to both, and to the end of its process.
  for (const each of [process, stdout, stderr]) each.setMaxListeners(0)
  const printed = { stdout: '', stderr: '' }
  const input = vi.spyOn(process, 'stdin', 'get')
  input.mockReturnValue(Readable.from([]) as unknown as typeof process.stdin)
  const output = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((part, ...rest) => {
      printed[name] += String(part)
      const done = rest.find((each) => typeof each === 'function')
      done?.()
      return true
    }),
  )
  for (const name of Object.keys(others)) delete process.env[name]
  Object.assign(process.env, ownEnvironment(home))
  try {
    return { code: await main(args), ...printed }
  } finally {
    for (const name of Object.keys(process.env)) {
      if (name !== 'STINT_NOW' && name !== 'TZ') delete process.env[name]
    }
    Object.assign(process.env, others)
    for (const spy of [input, ...output]) spy.mockRestore()
  }
}

/**
 * Runs the built command line on a data folder for each test: as real processes.
 * @param isQuick for a file about what commands do: each is a real process the first time, and with
 *   an environment or an input of its own; otherwise it runs within this one, in a tenth of the time
 */
export function commandLine({ isQuick = false } = {}) {
  /** The apps that run beside commands, by data folder. */
  const apps = new Map<string, Running>()
  const folders: string[] = []
  const children: Child[] = []
  const known = new Set<string | undefined>()
  let here: Promise<unknown> = Promise.resolve()

  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await ended
      }
    }
    for (const folder of folders.splice(0)) {
      // A browser that was told to close may still write into its profile.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    }
  })

  /** Opens an app before the first command, and closes it before a command at another time. */
  async function openBeside(home: string, args: string[], { env = {} }: Options): Promise<void> {
    if (!isBesideApp || withoutCore.includes(commandOf(args) ?? '') || args.includes('--home'))
      return
    if ('STINT_NOW' in env) {
      apps.get(home)?.kill('SIGTERM')
      await apps.get(home)?.ended
      apps.delete(home)
      return
    }
    if (!apps.has(home)) {
      const app = spawned(home, ['app', '--no-open', '--port', '0', '--json'])
      apps.set(home, follow(Promise.resolve(app)))
    }
    await apps.get(home)?.ready
  }

  async function begin(home: string, args: string[], options: Options = {}): Promise<Child> {
    await openBeside(home, args, options)
    return spawned(home, args, options)
  }

  function spawned(home: string, args: string[], { env = {}, input }: Options = {}): Child {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...ownEnvironment(home), ...clockEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    children.push(child)
    return child
  }

  const endOf = async (begun: Promise<Child>): Promise<Ended> => {
    const child = await begun
    const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await code, stdout, stderr }
  }

  function follow(begun: Promise<Child>): Running {
    const ended = endOf(begun)
    const ready = new Promise<Record<string, string>>((resolve, reject) => {
      let seen = ''
      void begun.then(({ stdout }) =>
        stdout.on('data', (part: Buffer) => {
          seen += part.toString()
          if (seen.includes('\n')) resolve(JSON.parse(seen) as Record<string, string>)
        }),
      )
      void ended.then(({ stderr, code }) => reject(new Error(`Ended with ${code}: ${stderr}`)))
    })
    ready.catch(() => undefined)
    return { ready, ended, kill: (signal) => void begun.then((child) => child.kill(signal)) }
  }

  const run = (home: string, args: string[], options?: Options): Promise<Ended> => {
    const command = commandOf(args)
    if (!isQuick || options !== undefined || !known.has(command)) {
      known.add(command)
      return endOf(begin(home, args, options))
    }
    // One after the other: they share what they print to.
    const ended = here.then(async () => {
      await openBeside(home, args, {})
      return runHere(home, args)
    })
    here = ended.catch(() => undefined)
    return ended
  }

  return {
    /** A data folder that is deleted with the test. */
    home(): string {
      const folder = mkdtempSync(join(tmpdir(), 'stint-cli-'))
      folders.push(folder)
      return folder
    },
    run,
    /** With `--json`: the exit code and the document, which has to be the only one. */
    async json<Value = unknown>(
      home: string,
      args: string[],
      options?: Options,
    ): Promise<{ code: number | null; value: Value }> {
      const { code, stdout, stderr } = await run(home, [...args, '--json'], options)
      if (stderr !== '') throw new Error(`Nothing belongs on standard error: ${stderr}`)
      return { code, value: JSON.parse(stdout) as Value }
    },
    start: (home: string, args: string[], options?: Options): Running =>
      follow(begin(home, args, options)),
  }
}
