/**
 * `npm run bench -- idle`: processor time and memory of the app's process while a timer runs and
 * the sync has nothing to do: the browser host on an account that is connected to a service.
 * Linux, since it reads `/proc`.
 *
 *     --minutes 10          how long it is watched, after a minute of settling down
 *     --quick               a second: shows that it runs, measures nothing
 *     --output <file>       where the figures go as JSON; bench-results-idle.json unless given
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { aligned } from './plain-table.ts'

const launcher = fileURLToPath(new URL('../../electron/cli/stint.cjs', import.meta.url))

export interface IdleFigures {
  minutes: number
  /** Seconds of a processor, of the program and of the system for it. */
  processor: number
  /** Of one core. */
  percent: number
  /** Resident bytes, at the begin and the end, and the most that was seen. */
  memory: { first: number; last: number; most: number }
}

/** Starts a command that stays, and waits for its line of JSON. */
async function stay(
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; ready: Record<string, string> }> {
  const child = spawn(process.execPath, [launcher, ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, ready: JSON.parse(line) as Record<string, string> }
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const ticksPerSecond = 100

/** Seconds of processor time of a process so far, and its resident bytes. */
function read(pid: number): { processor: number; memory: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]!
  const processor = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  return { processor, memory: Number(resident) * 1_024 }
}

async function watch(pid: number, seconds: number, every: number): Promise<IdleFigures> {
  const first = read(pid)
  const from = performance.now()
  let most = first.memory
  while (performance.now() - from < seconds * 1_000) {
    await pause(every)
    most = Math.max(most, read(pid).memory)
  }
  const last = read(pid)
  const elapsed = (performance.now() - from) / 1_000
  const processor = last.processor - first.processor
  return {
    minutes: elapsed / 60,
    processor,
    percent: (processor / elapsed) * 100,
    memory: { first: first.memory, last: last.memory, most },
  }
}

/** @param args the arguments after `idle` */
export async function benchIdle(args: string[]): Promise<IdleFigures> {
  const { values: given } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '10' },
      quick: { type: 'boolean', default: false },
      output: { type: 'string', default: 'bench-results-idle.json' },
    },
  })
  const home = mkdtempSync(join(tmpdir(), 'stint-idle-'))
  const env = { ...process.env, STINT_HOME: join(home, 'app') }
  const service = await stay(['serve', '--demo', '--port', '0', '--db', join(home, 's.db')], env)
  const stint = (...words: string[]) =>
    execFileSync(process.execPath, [launcher, ...words, '--json'], {
      env: { ...env, STINT_TOKEN: service.ready['token'] },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  try {
    stint('connect', service.ready['url']!)
    stint('sync')
    stint('start', 'design')
    const app = await stay(['app', '--no-open', '--port', '0'], env)
    try {
      await pause(given.quick ? 500 : 60_000)
      const seconds = given.quick ? 1 : Number(given.minutes) * 60
      const figures = await watch(app.child.pid!, seconds, given.quick ? 100 : 1_000)
      const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1)
      const { minutes, processor, percent, memory } = figures
      console.log(
        aligned([
          ['minutes', 'processor s', '% of a core', 'MB first', 'MB last', 'MB most'],
          [
            minutes.toFixed(1),
            processor.toFixed(2),
            percent.toFixed(3),
            ...[memory.first, memory.last, memory.most].map(megabytes),
          ],
        ]),
      )
      const machine = { node: process.version, processor: cpus()[0]?.model ?? '' }
      writeFileSync(given.output, `${JSON.stringify({ machine, figures }, null, 2)}\n`)
      return figures
    } finally {
      await end(app.child)
    }
  } finally {
    await end(service.child)
    rmSync(home, { recursive: true, force: true })
  }
}
