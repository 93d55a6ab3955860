/** What the command line of `npm run explore` says. */
import { parseArgs } from 'node:util'
import { availableParallelism } from 'node:os'

const kinds = ['worlds', 'properties'] as const
export type Kind = (typeof kinds)[number]

export interface Shard {
  /** From 1. */
  part: number
  of: number
}

export interface Options {
  kind: Kind
  /** The first seed; where none is given it goes on where the run before stopped. */
  seed: number | null
  /** How many seeds; null: as many as the minutes allow. */
  seeds: number | null
  minutes: number
  shard: Shard
  workers: number
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

const usage = `npm run explore -- ${kinds.join('|')} [options]

Plays what nobody has played before; the gate plays fixed cases only.
  worlds        worlds of the simulation of sync
  properties    property tests, all of them once with each seed
  --seed N      the first seed; unless given it goes on where the run before stopped
  --seeds N     so many seeds, whatever time they take
  --minutes M   no seed begins later; 10 unless --seeds is given
  --shard I/N   the I-th part of N
  --workers N   on so many cores (all unless given)`

export type Read = { is: 'options'; options: Options } | { is: 'problem' | 'help'; text: string }

const problem = (text: string): Read => ({ is: 'problem', text: `${text}\n\n${usage}` })

export function readOptions(words: readonly string[]): Read {
  let parsed
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        seeds: { type: 'string' },
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
  const kind = kinds.find((one) => one === positionals[0])
  if (!kind || positionals.length > 1) {
    return problem(`Name one of ${kinds.join(', ')}, not “${positionals.join(' ')}”.`)
  }
  for (const name of ['seed', 'seeds', 'minutes', 'workers'] as const) {
    const value = given[name]
    const least = name === 'seed' ? 0 : 1
    if (value === undefined) continue
    if (!/^\d{1,9}$/.test(value) || Number(value) < least) {
      return problem(`--${name} needs a whole number from ${least}, not “${value}”.`)
    }
  }
  const shard = shardOf(given.shard ?? '1/1')
  if (!shard)
    return problem(`--shard needs a part and their number, such as 2/4, not “${given.shard}”.`)
  const number = (text: string | undefined) => (text === undefined ? null : Number(text))
  return {
    is: 'options',
    options: {
      ...{ kind, shard, seed: number(given.seed), seeds: number(given.seeds) },
      minutes: number(given.minutes) ?? (given.seeds === undefined ? 10 : Number.POSITIVE_INFINITY),
      workers: number(given.workers) ?? availableParallelism(),
    },
  }
}

function shardOf(text: string): Shard | null {
  const [, part, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.map(Number) ?? []
  return part !== undefined && of !== undefined && part <= of ? { part, of } : null
}

/** Seeds between the first ones of two shards that play as long as there is time. */
const apart = 1_000_000

/** The part of the seeds that this shard plays. */
export function stretchOf(
  { seeds, shard }: Pick<Options, 'seeds' | 'shard'>,
  first: number,
): Stretch {
  if (seeds === null) return { from: first + (shard.part - 1) * apart, count: apart }
  const border = (part: number) => Math.floor((seeds * part) / shard.of)
  const from = border(shard.part - 1)
  return { from: first + from, count: border(shard.part) - from }
}
