/** `npm run simulate:mutations`: every known bug, the seeds it took to catch it, and the median. */
import { availableParallelism } from 'node:os'
import { gateSeeds } from '../extent.ts'
import { keptSeeds } from '../kept.ts'
import { spreadSeeds } from '../workers.ts'
import { hunt, median, type Caught } from './gate.ts'
import { mutants } from './mutants.ts'

const usage = `npm run simulate:mutations -- [--seeds N] [WORDS]

  --seeds N  plays at most N seeds for each known bug (${gateSeeds} unless given)
  WORDS      only the known bugs whose name has these words in it`

interface Wanted {
  seeds: number
  words: string
}

function read(given: readonly string[]): Wanted | string {
  const place = given.indexOf('--seeds')
  const value = place === -1 ? String(gateSeeds) : (given[place + 1] ?? '')
  if (!/^[1-9]\d{0,8}$/.test(value)) return '--seeds needs a whole number from 1.'
  const words = given.filter((_, at) => place === -1 || (at !== place && at !== place + 1))
  const stray = words.find((word) => word.startsWith('-'))
  if (stray !== undefined) return `There is no option ${stray}.`
  return { seeds: Number(value), words: words.join(' ') }
}

async function run({ seeds, words }: Wanted): Promise<boolean> {
  const chosen = mutants.filter(({ name }) => name.includes(words))
  if (chosen.length === 0) {
    console.error(`No known bug has “${words}” in its name.`)
    return false
  }
  const workers = availableParallelism()
  const plain = await spreadSeeds({
    kept: keptSeeds,
    from: 1,
    count: seeds,
    workers,
    enough: seeds,
  })
  const failing = new Set(plain.failed.map(({ seed }) => seed))
  if (failing.size > 0) {
    console.log(`${failing.size} of ${seeds} seeds fail without any bug put in; they do not count.`)
  }
  const caught: Caught[] = []
  for (const mutant of chosen) {
    const one = await hunt(mutant, { seeds, failing })
    caught.push(one)
    const seed = one.seed === null ? 'MISSED' : String(one.seed)
    console.log(`${seed.padStart(6)}  ${mutant.name}  (${one.how.slice(0, 90)})`)
  }
  const took = caught.flatMap(({ seed }) => seed ?? [])
  const half = took.length === 0 ? '' : `, half of them within ${median(took)}`
  console.log(`\n${took.length} of ${chosen.length} known bugs caught within ${seeds} seeds${half}`)
  return took.length === chosen.length && failing.size === 0
}

const wanted = read(process.argv.slice(2))
if (process.argv.includes('--help')) {
  console.log(usage)
} else if (typeof wanted === 'string') {
  console.error(`${wanted}\n\n${usage}`)
  process.exitCode = 2
} else if (!(await run(wanted))) {
  process.exitCode = 1
}
