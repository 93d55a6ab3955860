/**
 * `npm run bench -- commands`: the processor time of commands, each a process of its own on a small
 * account, from its start to its end.
 *
 *     --beside <folder>     another checkout of Stint, built: its commands run in turn with these
 *     --rounds 40           how often each command runs
 *     --quick               two rounds: shows that everything runs, measures nothing
 *     --output <file>       where the figures go as JSON; bench-results-commands.json unless given
 *
 * Other programs on the machine only add to a time, so the quarter of the runs that took least says
 * most: a figure is the slowest of that quarter.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { aligned } from './plain-table.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** One round, which leaves the account as it was apart from one more time. */
const round = ['start design', 'status', 'stop', 'times list', 'categories list'] as const

export interface CommandFigure {
  command: string
  /** Milliseconds of a processor, of this checkout and of the other one. */
  own: number
  other: number | null
  ratio: number | null
}

/** Commands of one checkout on a data folder of its own. */
class Checkout {
  readonly #home = mkdtempSync(join(tmpdir(), 'stint-bench-'))
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
  /** @throws Error where the command fails, with what it said */
  run(command: string): number {
    const hook = here('cpu-at-exit.cjs')
    const env = { ...process.env, STINT_HOME: this.#home }
    const { status, stderr, output } = spawnSync(
      process.execPath,
      ['--require', hook, this.#launcher, ...command.split(' ')],
      { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
    )
    if (status !== 0) throw new Error(`stint ${command} ended with ${status}: ${stderr}`)
    return Number(output[3])
  }
  measure(command: string): void {
    this.#taken.set(command, [...(this.#taken.get(command) ?? []), this.run(command)])
  }
  /** Milliseconds; the slowest of the fastest quarter. */
  figure(command: string): number {
    const sorted = this.#taken.get(command)!.toSorted((one, other) => one - other)
    return sorted[Math.ceil(sorted.length / 4) - 1]!
  }
  dispose(): void {
    rmSync(this.#home, { recursive: true, force: true })
  }
}

/** @param args the arguments after `commands` */
export function benchCommands(args: string[]): void {
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
    for (const each of both) {
      for (const command of ['tasks add --name Design', ...round]) each.run(command)
    }
    for (let done = 0; done < rounds; done += 1) {
      // Neither is always the one that runs second, on a warmer processor.
      const order = done % 2 === 0 ? both : both.toReversed()
      for (const command of round) for (const each of order) each.measure(command)
    }
    const figures = round.map((command): CommandFigure => {
      const taken = own.figure(command)
      const beside = other?.figure(command) ?? null
      return { command, own: taken, other: beside, ratio: beside && taken / beside }
    })
    console.log(
      aligned([
        ['processor ms', 'here', ...(other ? ['beside', 'ratio'] : [])],
        ...figures.map(({ command, own, other, ratio }) => [
          `stint ${command}`,
          own.toFixed(0),
          ...(ratio === null ? [] : [other!.toFixed(0), ratio.toFixed(2)]),
        ]),
      ]),
    )
    const machine = { node: process.version, processor: cpus()[0]?.model ?? '' }
    writeFileSync(given.output, `${JSON.stringify({ machine, rounds, figures }, null, 2)}\n`)
  } finally {
    for (const each of both) each.dispose()
  }
}
