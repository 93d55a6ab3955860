/** The options of `npm run explore`. */
import { parseArgs } from 'node:util'
import { availableParallelism } from 'node:os'
import { moments } from './moments.ts'

export const kinds = [
  ...(['worlds', 'properties', 'hands', 'days'] as const),
  ...(['again', 'attacks', 'beside', 'stress', 'package'] as const),
] as const
export type Kind = (typeof kinds)[number]

export interface Shard {
  /** From 1. */
  part: number
  of: number
}

export interface Options {
  kind: Kind
  /** Plays these test files in place of all that the kind has. */
  files: readonly string[]
  /** The first seed; without one it continues where the run before stopped. */
  seed: number | null
  /** How many seeds; null: as many as the minutes allow. */
  seeds: number | null
  minutes: number
  shard: Shard
  workers: number
  /** Of hands: for each seed. */
  steps: number
  /** Of hands: the file of a recorded failure, which is replayed in place of any seed. */
  replay: string | null
}

export interface Stretch {
  /** The first seed. */
  from: number
  count: number
}

export interface Explored {
  passed: number
  failed: number
}

const usage = `npm run explore -- KIND [options] [files]

Plays what nobody has played before; the gate plays fixed cases only.
  worlds        worlds of the simulation of sync
  properties    property tests, all of them once with each seed
  hands         gestures and keys at random on the real window
  days          what has a calendar in it, as on other days and in other zones
  again         end-to-end specs, with the processors kept busy beside them
  attacks       what SECURITY.md names, with many more bad requests
  beside        the tests of the command line beside an app, some of which are killed
  stress        real processes on busy cores, some of them killed
  package       what people install: made, installed and used
  --seed N      the first seed; unless given it goes on where the run before stopped
  --seeds N     so many seeds, whatever time they take
  --times N     of again: so many times
  --steps N     of hands: so many steps for each seed (1,000 unless given)
  --replay FILE of hands: does again what a failure wrote down
  --minutes M   no seed begins later; 10 unless --seeds or --times is given
  --shard I/N   the I-th part of N
  --workers N   of worlds, properties, attacks, beside and stress: on so many cores (all unless given)
Files may be named for days, again and package.`

export type Read = { is: 'options'; options: Options } | { is: 'problem' | 'help'; text: string }

const problem = (text: string): Read => ({ is: 'problem', text: `${text}\n\n${usage}` })

/** Options that only some kinds have. */
const only: Readonly<Record<string, readonly Kind[]>> = {
  times: ['again'],
  steps: ['hands'],
  replay: ['hands'],
  workers: ['worlds', 'properties', 'attacks', 'beside', 'stress'],
}
/** Options without a meaning where nothing is drawn. */
const onlyDrawn = ['seed', 'seeds', 'steps', 'minutes', 'shard'] as const
const takeFiles: readonly Kind[] = ['days', 'again', 'package']

export function readOptions(words: readonly string[]): Read {
  let parsed
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        seeds: { type: 'string' },
        times: { type: 'string' },
        steps: { type: 'string' },
        replay: { type: 'string' },
        minutes: { type: 'string' },
        shard: { type: 'string' },
        workers: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (thrown) {
    return problem((thrown as Error).message)
  }
  const { values: given, positionals } = parsed
  if (given.help) return { is: 'help', text: usage }
  const [word = '', ...files] = positionals
  const kind = kinds.find((one) => one === word)
  if (!kind) return problem(`Name one of ${kinds.join(', ')}, not “${word}”.`)
  if (files.length > 0 && !takeFiles.includes(kind)) {
    return problem(`${kind} takes no files, such as “${files[0]}”.`)
  }
  for (const name of Object.keys(given)) {
    const those = only[name]
    if (those && !those.includes(kind)) return problem(`--${name} is for ${those.join(', ')}.`)
  }
  for (const name of ['seed', 'seeds', 'times', 'steps', 'minutes', 'workers'] as const) {
    const value = given[name]
    const least = name === 'seed' ? 0 : 1
    if (value === undefined) continue
    if (!/^\d{1,9}$/.test(value) || Number(value) < least) {
      return problem(`--${name} needs a whole number from ${least}, not “${value}”.`)
    }
  }
  const shard = shardOf(given.shard ?? '1/1')
  if (!shard) {
    return problem(`--shard needs a part and their number, such as 2/4, not “${given.shard}”.`)
  }
  const number = (text: string | undefined) => (text === undefined ? null : Number(text))
  // A package is made once, and one file is replayed.
  const isOnce = kind === 'package' || given.replay !== undefined
  const meaningless = isOnce && onlyDrawn.find((name) => given[name] !== undefined)
  if (meaningless) {
    const what = kind === 'package' ? 'package' : '--replay'
    return problem(`--${meaningless} means nothing with ${what}, which draws nothing.`)
  }
  const seeds = isOnce ? 1 : number(given.seeds ?? given.times)
  return {
    is: 'options',
    options: {
      ...{ kind, files, shard, seed: isOnce ? 0 : number(given.seed), seeds },
      minutes: number(given.minutes) ?? (seeds === null ? 10 : Number.POSITIVE_INFINITY),
      workers: number(given.workers) ?? availableParallelism(),
      steps: number(given.steps) ?? 1_000,
      replay: given.replay ?? null,
    },
  }
}

function shardOf(text: string): Shard | null {
  const [, part, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.map(Number) ?? []
  return part !== undefined && of !== undefined && part <= of ? { part, of } : null
}

/** Seeds between the first ones of two shards that play as long as there is time. */
const apart = 1_000_000

/**
 * The range of seeds that this shard plays. Days have few, which the shards divide among them
 * regardless of the time; others have as many as there is time for.
 */
export function stretchOf(
  { kind, seeds: given, shard }: Pick<Options, 'kind' | 'seeds' | 'shard'>,
  first: number,
): Stretch {
  const seeds = given ?? (kind === 'days' && shard.of > 1 ? moments.length : null)
  if (seeds === null) return { from: first + (shard.part - 1) * apart, count: apart }
  const border = (part: number) => Math.floor((seeds * part) / shard.of)
  const from = border(shard.part - 1)
  return { from: first + from, count: border(shard.part) - from }
}
