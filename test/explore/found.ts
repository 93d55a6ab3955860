/** The findings of a run of Vitest, for exploring. */
import type { TestReport } from '../support/test-report.ts'
import { placeOf } from '../support/verdict.ts'
import { writeFinding } from './ledger.ts'
import type { Explored } from './options.ts'

/**
 * Counts a report; writes the failures into a file and prints its path.
 * @param name of that file
 * @param replay the command that replays it
 */
export function foundIn({ files, elsewhere }: TestReport, name: string, replay: string): Explored {
  const found = files.flatMap((file) =>
    file.failed.map(({ test, message }) => `${placeOf(file)} › ${test}\n${message}`),
  )
  const told = [...found, ...elsewhere]
  if (told.length > 0) {
    const file = writeFinding(name, [...told, `Replay it: ${replay}`])
    console.log(`${told.length} failed; written to ${file}`)
  }
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: told.length,
  }
}
