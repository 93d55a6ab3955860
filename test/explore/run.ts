/** `npm run explore`: plays random cases, which are never part of the gate. */
import { nextSeed, playedUpTo } from './ledger.ts'
import {
  readOptions,
  stretchOf,
  type Explored,
  type Kind,
  type Options,
  type Stretch,
} from './options.ts'

type Explore = (stretch: Stretch, options: Options) => Explored | Promise<Explored>

/** A kind is loaded when it is named: each brings its own programs with it. */
const load: Record<Kind, () => Promise<Explore>> = {
  worlds: async () => (await import('./worlds.ts')).exploreWorlds,
  properties: async () => (await import('./properties.ts')).exploreProperties,
  hands: async () => (await import('./hands.ts')).exploreHands,
  days: async () => (await import('./days.ts')).exploreDays,
  again: async () => (await import('./again.ts')).exploreAgain,
  attacks: async () => (await import('./properties.ts')).exploreAttacks,
  beside: async () => (await import('./properties.ts')).exploreBeside,
  stress: async () => (await import('./stress.ts')).exploreStress,
  package: async () => (await import('./package.ts')).explorePackage,
}

/** The number of seeds in one go; after them it checks the clock and records its progress. */
const atOnce = ({ kind, workers }: Options): number =>
  kind === 'worlds' ? 500 : kind === 'stress' ? workers : 1

/** Their seeds are only counters: they begin with the first. */
const drawsNothing: readonly Kind[] = ['days', 'again']

async function explore(options: Options): Promise<Explored> {
  const { kind, seed, seeds, minutes, shard } = options
  const play = await load[kind]()
  const name = `${kind} ${shard.part}/${shard.of}`
  const part = stretchOf(options, seed ?? 0)
  const next =
    seed === null ? nextSeed(name, drawsNothing.includes(kind) ? part.from : null) : part.from
  const last = part.from + part.count
  // Days that are divided among shards have an end, after which they begin again.
  const isDivided = kind === 'days' && seeds === null && shard.of > 1
  const from = isDivided && next >= last ? part.from : next
  const count = isDivided ? last - from : part.count
  console.log(`The first seed is ${from}.`)
  const end = performance.now() + minutes * 60_000
  const sum = { passed: 0, failed: 0 }
  let played = 0
  while (played < count && performance.now() < end) {
    const stretch = { from: from + played, count: Math.min(atOnce(options), count - played) }
    const { passed, failed } = await play(stretch, options)
    sum.passed += passed
    sum.failed += failed
    played += stretch.count
    if (seed === null) playedUpTo(name, from + played)
    console.log(`${played} seeds, ${sum.failed} failed`)
  }
  return sum
}

const read = readOptions(process.argv.slice(2))
if (read.is === 'options') {
  const { passed, failed } = await explore(read.options)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} else {
  console[read.is === 'help' ? 'log' : 'error'](read.text)
  process.exitCode = read.is === 'help' ? 0 : 2
}
