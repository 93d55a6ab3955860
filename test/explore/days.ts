/**
 * Everything that depends on the calendar, as on other days in other zones. A file does when it
 * names its day by `playAt` (test-day.ts).
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runVitest } from '../support/run-vitest.ts'
import { root } from '../support/steps.ts'
import { foundIn } from './found.ts'
import { moments } from './moments.ts'
import type { Explored, Options, Stretch } from './options.ts'

const filesWithCalendar = (): string[] =>
  globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
    // With a reason why it is about that moment, it plays at no other.
    /\bplayAt\('[^']*'\)/.test(readFileSync(join(root, file), 'utf8')),
  )

const projects = ['unit', 'service', 'node', 'dom', 'e2e'].map((name) => `--project=${name}`)

/** The moment at the index of the seed, from 0, starting again after the last one. */
export async function exploreDays({ from }: Stretch, { files }: Options): Promise<Explored> {
  const moment = moments[from % moments.length]!
  console.log(`\n── ${moment}`)
  const played = files.length > 0 ? files : filesWithCalendar()
  const report = await runVitest([...projects, ...played], { STINT_TEST_DAY: moment })
  const replay = `npm run explore -- days --seed ${from} --seeds 1`
  return foundIn(report, `days-${from % moments.length}`, [replay, ...files].join(' '))
}
