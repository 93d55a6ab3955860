/** `npm run simulate`: plays seeds, and shows the shortest trace of a failure. */
import { ledgerSeeds } from './extent.ts'
import { keptSeeds } from './kept.ts'
import { fewWorlds, makeLedger, unmetIn, wrongReasons, type MetWorld } from './ledger.ts'
import { readOptions, usage, type Options } from './options.ts'
import {
  countLine,
  failedLines,
  failureLine,
  ledgerLines,
  shrunkLines,
  sumLines,
} from './report.ts'
import { playSeed } from './seeds.ts'
import { shrink } from './shrink.ts'
import { makeTemplates } from './template.ts'
import { endless, spreadSeeds } from './workers.ts'

const print = (lines: readonly string[]) => console.log(lines.join('\n'))
const enoughFailures = 200
const progressEvery = 10_000

async function replay({ seed, keep }: Options): Promise<boolean> {
  const templates = await makeTemplates()
  const outcome = await playSeed(seed, templates, keep, true)
  print(outcome.lines)
  if (!outcome.failure) {
    print(['', `Seed ${seed}: everything held.`])
    return true
  }
  print(['', failureLine(outcome.failure)])
  if (!keep) print(['', ...shrunkLines(seed, await shrink(seed, templates, outcome))])
  return false
}

async function many({ seed, seeds, workers, few }: Options): Promise<boolean> {
  const from = performance.now()
  print([`The first seed is ${seed}.`])
  let told = from
  const ledger = makeLedger()
  const worlds: MetWorld[] = []
  const sum = await spreadSeeds({
    kept: few ? [] : keptSeeds,
    from: seed,
    count: seeds,
    ...(few ? { batch: 1 } : {}),
    workers,
    enough: enoughFailures,
    onMet(played, met) {
      ledger.add(met)
      if (few) worlds.push({ seed: played[0]!, met })
    },
    onSum({ seeds: done, failed }) {
      const now = performance.now()
      if (now - told < progressEvery) return
      told = now
      const which = failed.map(({ seed }) => ` ${seed}`).join('')
      console.error(`${done} of ${seeds} seeds, ${failed.length} failed${which}`)
    },
  })
  print(sumLines(sum, (performance.now() - from) / 1_000, workers))
  const unmet = unmetIn(ledger.counts())
  const wrong = wrongReasons(ledger.counts())
  print(ledgerLines(ledger.counts(), unmet, wrong))
  if (few) print(fewWorlds(worlds).map(({ seed: kept, adds }) => `${kept}  ${adds} more`))
  const isMet = wrong.length === 0 && (sum.seeds < ledgerSeeds || unmet.length === 0)
  if (sum.failed.length === 0) {
    print(['Every invariant held.', countLine(sum, isMet)])
    return isMet
  }
  print(['', ...failedLines(sum.failed)])
  // A world that never ends would not end here, either.
  const first = sum.failed.find(({ failure }) => failure.what !== endless)?.seed
  if (first !== undefined) {
    const templates = await makeTemplates()
    const outcome = await playSeed(first, templates)
    if (outcome.failure) print(['', ...shrunkLines(first, await shrink(first, templates, outcome))])
  }
  print(['', countLine(sum, isMet)])
  return false
}

const read = readOptions(process.argv.slice(2))
if (read.is === 'help') {
  print([usage])
} else if (read.is === 'problem') {
  console.error(read.text)
  process.exitCode = 2
} else {
  const held = await (read.options.replay ? replay(read.options) : many(read.options))
  if (!held) process.exitCode = 1
}
