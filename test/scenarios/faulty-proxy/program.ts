/** The program's real processes, with a faster clock, which may be killed at any moment. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Beginning } from './quickly.ts'

const quickTime = fileURLToPath(new URL('quick-time.ts', import.meta.url))
const launcher = fileURLToPath(new URL('../../../electron/cli/stint.cjs', import.meta.url))

export interface Ended {
  /** Null when it was killed. */
  code: number | null
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- scripts look into answers freely
  json: any
  stderr: string
}

export interface Program {
  /** @param kill real milliseconds after which it is killed, where it still runs */
  run(home: string, args: readonly string[], kill?: number): Promise<Ended>
  /** Starts the service and waits until it listens. */
  serve(database: string, port: number, capabilities: string): Promise<{ kill(): Promise<void> }>
  /** Kills all remaining processes. */
  end(): Promise<void>
}

export function program(beginning: Beginning, token: string): Program {
  const running = new Set<ChildProcess>()

  function begin(home: string, args: readonly string[]) {
    const child = spawn(process.execPath, ['--import', quickTime, launcher, ...args, '--json'], {
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        STINT_HOME: home,
        STINT_TOKEN: token,
        STINT_TEST_BEGINNING: JSON.stringify(beginning),
        TZ: 'UTC',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    const gone = once(child, 'exit').then(([code]) => {
      running.delete(child)
      return code as number | null
    })
    return { child, gone }
  }

  return {
    async run(home, args, kill) {
      const { child, gone } = begin(home, args)
      const timer = kill === undefined ? null : setTimeout(() => child.kill('SIGKILL'), kill)
      const [stdout, stderr, code] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        gone,
      ])
      if (timer) clearTimeout(timer)
      return { code, json: code === null || stdout === '' ? null : JSON.parse(stdout), stderr }
    },
    async serve(database, port, capabilities) {
      const { child, gone } = begin(database, [
        ...['serve', '--db', database, '--port', String(port)],
        ...['--capabilities', capabilities],
      ])
      const words = text(child.stderr)
      await Promise.race([
        once(createInterface({ input: child.stdout }), 'line'),
        gone.then(async (code) => {
          throw new Error(`The service ended with ${code}: ${await words}`)
        }),
      ])
      return {
        async kill() {
          child.kill('SIGKILL')
          await gone
        },
      }
    },
    async end() {
      for (const child of running) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    },
  }
}
