import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { clockEnvironment } from '../support/test-day.ts'

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

/** Runs the built command line as real processes on a data folder for each test. */
export function commandLine() {
  const folders: string[] = []
  const children: Child[] = []

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

  function begin(home: string, args: string[], { env = {}, input }: Options = {}): Child {
    const child = spawn(process.execPath, [program, ...args], {
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        STINT_HOME: home,
        ...clockEnvironment(),
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    children.push(child)
    return child
  }

  const endOf = async (child: Child): Promise<Ended> => {
    const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await code, stdout, stderr }
  }

  return {
    /** A data folder that is deleted with the test. */
    home(): string {
      const folder = mkdtempSync(join(tmpdir(), 'stint-cli-'))
      folders.push(folder)
      return folder
    },
    run: (home: string, args: string[], options?: Options): Promise<Ended> =>
      endOf(begin(home, args, options)),
    /** With `--json`: the exit code and the document, which has to be the only one. */
    async json<Value = unknown>(
      home: string,
      args: string[],
      options?: Options,
    ): Promise<{ code: number | null; value: Value }> {
      const { code, stdout, stderr } = await endOf(begin(home, [...args, '--json'], options))
      if (stderr !== '') throw new Error(`Nothing belongs on standard error: ${stderr}`)
      return { code, value: JSON.parse(stdout) as Value }
    },
    start(home: string, args: string[], options?: Options): Running {
      const child = begin(home, args, options)
      const ended = endOf(child)
      const ready = new Promise<Record<string, string>>((resolve, reject) => {
        let seen = ''
        child.stdout.on('data', (part: Buffer) => {
          seen += part.toString()
          if (seen.includes('\n')) resolve(JSON.parse(seen) as Record<string, string>)
        })
        void ended.then(({ stderr, code }) => reject(new Error(`Ended with ${code}: ${stderr}`)))
      })
      ready.catch(() => undefined)
      return { ready, ended, kill: (signal) => void child.kill(signal) }
    },
  }
}
