/** Random gestures on the real window, checked against what the app promises. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { ensureBuilt } from '../../electron/cli/ensure-built.cjs'
import { prepare, type Prepared } from '../hands/prepared.ts'
import { playRound, type Failure } from '../hands/round.ts'
import { shrink } from '../hands/shrink.ts'
import type { Setting } from '../hands/stage.ts'
import { describe, type Step } from '../hands/steps.ts'
import { chance } from '../simulation/chance.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { findings } from './ledger.ts'
import type { Explored, Options, Stretch } from './options.ts'

/** More steps are several rounds: each begins afresh, so that any failure is near its beginning. */
const stepsOfRound = 200

/** The record of a failed round. */
interface Recorded {
  setting: Setting
  failure: Failure
  steps: readonly Step[]
}

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

const failureLine = ({ invariant, what }: Failure) => `${invariant}: ${what}`

/** Counts rounds. */
export async function exploreHands(
  { from, count }: Stretch,
  { steps, replay }: Options,
): Promise<Explored> {
  if (!ensureBuilt()) throw new Error('The hands need the app, which cannot be built.')
  const prepared = await prepare('2026-11-19T15:20[Europe/Berlin]')
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // A browser that still scrolls smoothly for the last key moves the target of the next one
      // away.
      ...['--disable-gpu', '--disable-smooth-scrolling'],
    ],
  })
  const explored = { passed: 0, failed: 0 }
  try {
    if (replay !== null) return await playRecorded(browser, prepared, replay)
    for (let seed = from; seed < from + count; seed++) {
      for (let nth = 0; nth * stepsOfRound < steps; nth++) {
        const round = Math.min(stepsOfRound, steps - nth * stepsOfRound)
        const held = await playDrawn(browser, prepared, { seed, nth, steps: round })
        explored[held ? 'passed' : 'failed'] += 1
      }
    }
  } finally {
    await browser.close()
    await prepared.close()
  }
  return explored
}

/** One round; a failing one is shortened, shown and recorded. @returns whether it held */
async function playDrawn(
  browser: Browser,
  prepared: Prepared,
  { seed, nth, steps }: { seed: number; nth: number; steps: number },
): Promise<boolean> {
  const random = chance('hands', seed, nth)
  const setting = settingOf(random)
  mkdirSync(findings, { recursive: true })
  const name = join(findings, `hands-${seed}-${nth}`)
  const played = await playRound(
    browser,
    prepared,
    setting,
    { random, count: steps },
    { picture: `${name}.png` },
  )
  if (!played.failure) return true
  const shortest = await shrink(played.steps, played.failure, (some) =>
    playRound(browser, prepared, setting, { steps: some }),
  )
  const recorded: Recorded = { setting, ...shortest }
  writeFileSync(`${name}.json`, `${JSON.stringify(recorded, null, 2)}\n`)
  const { home, locale, width, height, path } = setting
  console.log(
    [
      `\nSeed ${seed}, round ${nth}, step ${played.steps.length}: ${failureLine(shortest.failure)}`,
      `  ${home} home, ${locale}, ${width} × ${height}, ${path}`,
      ...shortest.steps.map((step) => `  ${describe(step)}`),
      `  npm run explore -- hands --replay ${name}.json`,
    ].join('\n'),
  )
  return false
}

async function playRecorded(browser: Browser, prepared: Prepared, file: string): Promise<Explored> {
  const { setting, steps } = JSON.parse(readFileSync(file, 'utf8')) as Recorded
  const played = await playRound(
    browser,
    prepared,
    setting,
    { steps },
    {
      told: (step) => console.log(`  ${describe(step)}`),
      waits: true,
      picture: file.replace(/\.json$/, '.png'),
    },
  )
  const skipped = steps.filter((step) => !played.steps.includes(step))
  const verdict = played.failure
    ? failureLine(played.failure)
    : skipped.length > 0
      ? ['Not replayed. The page does not offer:', ...skipped.map(describe)].join('\n  ')
      : 'Everything held.'
  console.log(`\n${verdict}`)
  const isHeld = !played.failure && skipped.length === 0
  return isHeld ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}
