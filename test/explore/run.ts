/** `npm run explore`: plays what is drawn, which is never part of the gate. */
import { nextSeed, playedUpTo } from './ledger.ts'
import {
  readOptions,
  stretchOf,
  type Explored,
  type Kind,
  type Options,
  type Stretch,
} from './options.ts'
import { exploreProperties } from './properties.ts'
import { atOnce, exploreWorlds } from './worlds.ts'

const ways: Record<
  Kind,
  { atOnce: number; explore: (stretch: Stretch, workers: number) => Promise<Explored> }
> = {
  worlds: { atOnce, explore: exploreWorlds },
  properties: { atOnce: 1, explore: exploreProperties },
}

async function explore({ kind, seed, seeds, minutes, shard, workers }: Options): Promise<Explored> {
  const name = `${kind} ${shard.part}/${shard.of}`
  const part = stretchOf({ seeds, shard }, seed ?? 0)
  const from = seed === null ? nextSeed(name) : part.from
  const count = part.count
  console.log(`The first seed is ${from}.`)
  const end = performance.now() + minutes * 60_000
  const sum = { passed: 0, failed: 0 }
  let played = 0
  while (played < count && performance.now() < end) {
    const stretch = { from: from + played, count: Math.min(ways[kind].atOnce, count - played) }
    const { passed, failed } = await ways[kind].explore(stretch, workers)
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
