/**
 * Everything that has a calendar in it, as on other days in other zones. A file has one when it
 * names its day by `playAt` (test-day.ts).
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runVitest } from '../support/run-vitest.ts'
import { foundIn } from './found.ts'
import type { Explored, Options, Stretch } from './options.ts'

/** Days and zones, each of them at least once; four begin a minute before midnight. */
export const moments = [
  // A whole week.
  '2026-11-16T15:20[UTC]',
  '2026-11-17T23:59[Europe/Berlin]',
  '2026-11-18T15:20[Pacific/Auckland]',
  '2026-11-19T15:20[America/New_York]',
  '2026-11-20T15:20[Australia/Lord_Howe]',
  '2026-11-21T15:20[UTC]',
  '2026-11-22T15:20[Europe/Berlin]',
  // Clocks go back, the evening before and the day itself, and in the south; and forward, in
  // Lord Howe by half an hour.
  '2026-10-31T23:59[America/New_York]',
  '2026-11-01T15:20[America/New_York]',
  '2026-04-05T15:20[Pacific/Auckland]',
  '2026-03-29T15:20[Europe/Berlin]',
  '2026-10-04T15:20[Australia/Lord_Howe]',
  // Ends of a year and of both kinds of February.
  '2026-12-31T23:59[Pacific/Auckland]',
  '2027-01-01T15:20[UTC]',
  '2027-02-28T15:20[Australia/Lord_Howe]',
  '2028-02-29T23:59[UTC]',
] as const

const root = fileURLToPath(new URL('../..', import.meta.url))

const filesWithCalendar = (): string[] =>
  globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
    // With a reason why it is about that moment, it plays at no other.
    /\bplayAt\('[^']*'\)/.test(readFileSync(join(root, file), 'utf8')),
  )

const projects = ['unit', 'node', 'dom', 'e2e'].map((name) => `--project=${name}`)

/** The moment of a seed is the seed-th of them, from 0, and after the last the first again. */
export function exploreDays({ from }: Stretch, { files }: Options): Explored {
  const moment = moments[from % moments.length]!
  console.log(`\n── ${moment}`)
  const report = runVitest([...projects, ...(files.length > 0 ? files : filesWithCalendar())], {
    STINT_TEST_DAY: moment,
  })
  const replay = `npm run explore -- days --seed ${from} --seeds 1`
  return foundIn(report, `days-${from % moments.length}`, [replay, ...files].join(' '))
}
