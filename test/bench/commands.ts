/**
 * `npm run bench -- commands`: the processor time of commands, each a process of its own on a small
 * account, from its start to its end, alone and beside an app; and how often that is the time of an
 * empty Node.
 *
 *     --beside <folder>     another checkout of Stint, built: its commands run in turn with these
 *     --rounds 40           how often each command runs
 *     --quick               two rounds: shows that everything runs, measures nothing
 *     --output <file>       where the figures go as JSON; bench-results-commands.json unless given
 *
 * Other programs on the machine only add to a time, so the quarter of the runs that took least says
 * most: a figure is the slowest of that quarter.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { aligned } from './plain-table.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** One round, which leaves the account as it was apart from one more time. */
const round = ['start design', 'status', 'stop', 'times list', 'categories list'] as const
const besideApp = ', beside an app'
const works = [...round, ...round.map((command) => command + besideApp)]

export interface CommandFigure {
  command: string
  /** Milliseconds of a processor, of this checkout and of the other one. */
  own: number
  other: number | null
  ratio: number | null
  /** How often it takes the time of an empty Node. */
  empty: number
}

/** Runs a program of Node, and returns the milliseconds of a processor that it took. */
function timeOf(args: readonly string[], env: NodeJS.ProcessEnv = process.env): number {
  const { status, stderr, output } = spawnSync(
    process.execPath,
    ['--require', here('cpu-at-exit.cjs'), ...args],
    { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  )
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`)
  return Number(output[3])
}

/** Returns the slowest of the fastest quarter. */
function figureOf(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length / 4) - 1]!
}

/** Commands of one checkout on data folders of its own, with an app and without. */
class Checkout {
  readonly #home = mkdtempSync(join(tmpdir(), 'stint-bench-'))
  readonly #opened = mkdtempSync(join(tmpdir(), 'stint-bench-'))
  #app: ChildProcess | undefined
  readonly #launcher: string
  readonly #taken = new Map<string, number[]>()

  /** @throws Error where the folder holds no built checkout */
  constructor(folder: string) {
    this.#launcher = join(folder, 'electron/cli/stint.cjs')
    if (!existsSync(this.#launcher) || !existsSync(join(folder, 'out/main/cli.cjs'))) {
      throw new Error(
        `${folder} holds no built checkout of Stint: run npm ci && npm run build there`,
      )
    }
  }
  async openApp(): Promise<void> {
    const args = ['app', '--no-open', '--port', '0', '--json', '--home', this.#opened]
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    const app = spawn(process.execPath, [this.#launcher, ...args], { stdio: [...stdio] })
    this.#app = app
    await once(app.stdout, 'data')
  }
  /** @throws Error where the command fails, with what it said */
  run(work: string): number {
    const isBeside = work.endsWith(besideApp)
    const env = { ...process.env, STINT_HOME: isBeside ? this.#opened : this.#home }
    return timeOf([this.#launcher, ...work.replace(besideApp, '').split(' ')], env)
  }
  measure(command: string): void {
    this.#taken.set(command, [...(this.#taken.get(command) ?? []), this.run(command)])
  }
  figure(command: string): number {
    return figureOf(this.#taken.get(command)!)
  }
  async dispose(): Promise<void> {
    if (this.#app?.kill()) await once(this.#app, 'exit')
    for (const folder of [this.#home, this.#opened])
      rmSync(folder, { recursive: true, force: true })
  }
}

/** @param args the arguments after `commands` */
export async function benchCommands(args: string[]): Promise<void> {
  const { values: given } = parseArgs({
    args,
    options: {
      beside: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      output: { type: 'string', default: 'bench-results-commands.json' },
    },
  })
  const rounds = Number(given.rounds ?? (given.quick ? 2 : 40))
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds needs a whole number')

  const own = new Checkout(here('../..'))
  const other = given.beside === undefined ? undefined : new Checkout(given.beside)
  const both = [own, ...(other ? [other] : [])]
  try {
    // The first start also fills the cache of compiled code.
    const first = 'tasks add --name Design'
    for (const each of both) {
      await each.openApp()
      for (const work of [first, first + besideApp, ...works]) each.run(work)
    }
    const empty: number[] = []
    for (let done = 0; done < rounds; done += 1) {
      // Neither is always the one that runs second, on a warmer processor.
      const order = done % 2 === 0 ? both : both.toReversed()
      for (const work of works) for (const each of order) each.measure(work)
      empty.push(timeOf(['--eval', '']))
    }
    const nothing = figureOf(empty)
    const figures = works.map((command): CommandFigure => {
      const taken = own.figure(command)
      const beside = other?.figure(command) ?? null
      const ratio = beside && taken / beside
      return { command, own: taken, other: beside, ratio, empty: taken / nothing }
    })
    console.log(
      aligned([
        ['processor ms', 'here', '× empty', ...(other ? ['beside', 'ratio'] : [])],
        ...figures.map(({ command, own, other, ratio, empty }) => [
          `stint ${command}`,
          own.toFixed(0),
          empty.toFixed(2),
          ...(ratio === null ? [] : [other!.toFixed(0), ratio.toFixed(2)]),
        ]),
      ]),
    )
    const machine = { node: process.version, processor: cpus()[0]?.model ?? '' }
    writeFileSync(given.output, `${JSON.stringify({ machine, rounds, figures }, null, 2)}\n`)
  } finally {
    for (const each of both) await each.dispose()
  }
}
