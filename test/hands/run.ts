/** `npm run test:hands`: hands at random on the real window, and whether what is promised holds. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { ensureBuilt } from '../../electron/cli/ensure-built.cjs'
import { chance } from '../simulation/chance.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { readOptions, usage, type Options } from './options.ts'
import { prepare, type Prepared } from './prepared.ts'
import { kindOf, playRound, type Failure, type Played } from './round.ts'
import { shrink } from './shrink.ts'
import type { Setting } from './stage.ts'
import { describe, type Step } from './steps.ts'

/** A longer seed is several rounds: each begins afresh, so that any failure is near its beginning. */
const stepsOfRound = 200
const folder = 'test-results/hands'

interface Round {
  seed: number
  nth: number
  steps: number
}
/** What is written down of a round that failed. */
interface Recorded {
  setting: Setting
  failure: Failure
  steps: readonly Step[]
}

const print = (...lines: string[]) => console.log(lines.join('\n'))
const number = (value: number) => value.toLocaleString('en')

function roundsOf({ seeds, steps, shard }: Options): Round[] {
  return seeds
    .flatMap((seed) =>
      Array.from({ length: Math.ceil(steps / stepsOfRound) }, (_, nth) => ({
        ...{ seed, nth },
        steps: Math.min(stepsOfRound, steps - nth * stepsOfRound),
      })),
    )
    .filter((_, at) => at % shard.of === shard.at)
}

const nameOf = ({ seed, nth, steps }: Round) => `${seed}.${nth} ${steps}`

function settingOf(random: ReturnType<typeof chance>): Setting {
  const [width, height] = random.pick([
    [1280, 800],
    [1280, 800],
    [900, 700],
    [640, 400],
    [360, 640],
  ] as const)
  return {
    home: random.pick(['local', 'connected'] as const),
    locale: random.pick(['en-GB', 'en-GB', 'en-US', 'de-DE']),
    ...{ width, height },
    path: random.pick(['/', '/week', '/week', '/timesheet', '/timesheet', '/expenses', '/reports']),
  }
}

async function shorten(
  browser: Browser,
  prepared: Prepared,
  setting: Setting,
  { steps, failure }: Played,
): Promise<{ steps: readonly Step[]; failure: Failure }> {
  return shrink(steps, failure!, (some) => playRound(browser, prepared, setting, { steps: some }))
}

const failureLine = ({ invariant, what }: Failure) => `${invariant}: ${what}`

async function playSeeds(options: Options, browser: Browser, prepared: Prepared): Promise<boolean> {
  const { seeds, shard, goesOn } = options
  const progress = `${folder}/passed-${shard.at + 1}-of-${shard.of}`
  mkdirSync(folder, { recursive: true })
  if (!goesOn) rmSync(progress, { force: true })
  const done = new Set(existsSync(progress) ? readFileSync(progress, 'utf8').split('\n') : [])
  print(seeds.length === 1 ? `Seed ${seeds[0]}` : `Seeds ${seeds[0]} to ${seeds.at(-1)}`)
  const kinds = new Map<string, number>()
  let passed = 0
  let failed = 0
  let steps = 0
  let seconds = 0
  const rounds = roundsOf(options)
  for (const round of rounds) {
    if ((passed + failed) % 10 === 9) {
      console.error(`${passed + failed} of ${rounds.length} rounds, ${failed} failed`)
    }
    if (done.has(nameOf(round))) {
      passed++
      continue
    }
    const random = chance('hands', round.seed, round.nth)
    const setting = settingOf(random)
    const name = `${folder}/seed-${round.seed}-${round.nth}`
    const played = await playRound(
      browser,
      prepared,
      setting,
      { random, count: round.steps },
      { told: (step) => options.trace && print(`  ${describe(step)}`), picture: `${name}.png` },
    )
    steps += played.steps.length
    seconds += played.seconds
    if (!played.failure) {
      passed++
      appendFileSync(progress, `${nameOf(round)}\n`)
      continue
    }
    failed++
    const kind = `${played.failure.invariant} ${kindOf(played.failure)}`
    const isNew = !kinds.has(kind)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const shortest =
      isNew && !options.whole ? await shorten(browser, prepared, setting, played) : played
    const file = `${name}.json`
    const recorded: Recorded = { setting, failure: shortest.failure!, steps: shortest.steps }
    writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`)
    const { home, locale, width, height, path } = setting
    print(
      `\nSeed ${round.seed}, round ${round.nth}, step ${played.steps.length}: ${failureLine(shortest.failure!)}`,
      ...(isNew
        ? [
            `  ${home} home, ${locale}, ${width} × ${height}, ${path}`,
            ...shortest.steps.map((step) => `  ${describe(step)}`),
          ]
        : []),
      `  npm run test:hands -- --replay ${file}`,
    )
  }
  print(
    '',
    `${number(steps)} steps in ${seconds.toFixed(0)} s, ${(steps / Math.max(1, seconds)).toFixed(1)} a second; counted in rounds of at most ${stepsOfRound} steps`,
    ...[...kinds].map(([kind, count]) => `${count} × ${kind}`),
    `${passed} passed, ${failed} failed`,
  )
  return failed === 0
}

async function replay(file: string, browser: Browser, prepared: Prepared): Promise<boolean> {
  const { setting, steps } = JSON.parse(readFileSync(file, 'utf8')) as Recorded
  const played = await playRound(
    browser,
    prepared,
    setting,
    { steps },
    {
      told: (step) => print(`  ${describe(step)}`),
      picture: file.replace(/\.json$/, '.png'),
    },
  )
  print('', played.failure ? failureLine(played.failure) : 'Everything held.')
  print(played.failure ? '0 passed, 1 failed' : '1 passed, 0 failed')
  return !played.failure
}

async function main(options: Options): Promise<boolean> {
  if (!ensureBuilt()) throw new Error('The hands need the app, which cannot be built.')
  const prepared = await prepare('2026-11-19T15:20[Europe/Berlin]')
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // A browser that still scrolls smoothly for the last key takes the place of the next one away.
      ...['--disable-gpu', '--disable-smooth-scrolling'],
    ],
  })
  try {
    return options.replay
      ? await replay(options.replay, browser, prepared)
      : await playSeeds(options, browser, prepared)
  } finally {
    await browser.close()
    await prepared.close()
  }
}

const read = readOptions(process.argv.slice(2))
if (read.is === 'help') print(usage)
else if (read.is === 'problem') {
  console.error(read.text)
  process.exitCode = 2
} else if (!(await main(read.options))) process.exitCode = 1
