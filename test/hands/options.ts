/** What the command line of the hands says. */
import { parseArgs } from 'node:util'
import { numberOfCommit } from '../support/commit.ts'

export interface Options {
  seeds: number[]
  /** Of each seed. */
  steps: number
  /** Of all rounds, each so many-th, beginning with this one (from 0). */
  shard: { at: number; of: number }
  /** Steps that were written down, in place of seeds. */
  replay: string | undefined
  /** Leaves out the rounds that passed in the run before. */
  goesOn: boolean
  /** Shows each step as it is done. */
  trace: boolean
  /** Failures are told as they came, with all steps before them. */
  whole: boolean
}

export const usage = `npm run test:hands -- [--seed N | --seeds A..B] [--steps M] [options]
  --seed N         the seed (drawn from the commit unless given); --seeds 1..10 plays several
  --steps M        steps of each seed (1,000 unless given), in rounds of 200 from a fresh start
  --shard I/N      plays the I-th of N parts of these rounds
  --continue       goes on where the run before has stopped
  --replay FILE    does again what a failing round wrote down
  --trace          shows each step as it is done
  --whole          leaves failing rounds as long as they are`

export type Read =
  { is: 'options'; options: Options } | { is: 'problem'; text: string } | { is: 'help' }

export function readOptions(words: string[]): Read {
  let given
  try {
    given = parseArgs({
      args: words,
      options: {
        seed: { type: 'string' },
        seeds: { type: 'string' },
        steps: { type: 'string', default: '1000' },
        shard: { type: 'string', default: '1/1' },
        replay: { type: 'string' },
        continue: { type: 'boolean', default: false },
        trace: { type: 'boolean', default: false },
        whole: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (thrown) {
    return problem((thrown as Error).message)
  }
  if (given.help) return { is: 'help' }
  if (given.seed !== undefined && given.seeds !== undefined) {
    return problem('--seed and --seeds do not go together: give one of them.')
  }
  const seeds = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(given.seeds ?? given.seed ?? drawnSeed())
  const [from, to] = [Number(seeds?.[1]), Number(seeds?.[2] ?? seeds?.[1])]
  if (!seeds || to < from) return problem('--seeds needs two whole numbers, such as 1..10.')
  if (!/^[1-9]\d{0,8}$/.test(given.steps)) return problem('--steps needs a whole number from 1.')
  const shard = /^(\d+)\/(\d+)$/.exec(given.shard)
  const [at, of] = [Number(shard?.[1]), Number(shard?.[2])]
  if (!shard || at < 1 || at > of) return problem('--shard needs a part of a whole, such as 1/4.')
  return {
    is: 'options',
    options: {
      seeds: Array.from({ length: to - from + 1 }, (_, nth) => from + nth),
      steps: Number(given.steps),
      shard: { at: at - 1, of },
      replay: given.replay,
      goesOn: given.continue,
      trace: given.trace,
      whole: given.whole,
    },
  }
}

/** Another one for each commit, of few digits. */
const drawnSeed = (): string => String(numberOfCommit() % 1_000_000)

const problem = (text: string): Read => ({ is: 'problem', text: `${text}\n\n${usage}` })
