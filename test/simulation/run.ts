/** `npm run simulate`: plays seeds, and shows the shortest trace of what goes wrong. */
import { readOptions, usage, type Options } from './options.ts'
import { failedLines, failureLine, shrunkLines, sumLines } from './report.ts'
import { playSeed } from './seeds.ts'
import { shrink } from './shrink.ts'
import { makeTemplates } from './template.ts'
import { spreadSeeds } from './workers.ts'

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

async function many({ seed, seeds, workers }: Options): Promise<boolean> {
  const from = performance.now()
  let told = from
  const sum = await spreadSeeds({
    from: seed,
    count: seeds,
    workers,
    enough: enoughFailures,
    onSum({ seeds: done, failed }) {
      const now = performance.now()
      if (now - told < progressEvery) return
      told = now
      console.error(`${done} of ${seeds} seeds, ${failed.length} failed`)
    },
  })
  print(sumLines(sum, (performance.now() - from) / 1_000, workers))
  if (sum.failed.length === 0) {
    print(['Every invariant held.'])
    return true
  }
  print(['', ...failedLines(sum.failed)])
  const templates = await makeTemplates()
  const { seed: first } = sum.failed[0]!
  const outcome = await playSeed(first, templates)
  if (outcome.failure) print(['', ...shrunkLines(first, await shrink(first, templates, outcome))])
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
