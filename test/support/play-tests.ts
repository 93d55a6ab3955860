/** Plays tests, and plays failed files once more separately. */
import { runVitest } from './run-vitest.ts'
import type { Count } from './steps.ts'
import type { TestReport } from './test-report.ts'
import { filesToReplay, placeOf, verdict, wordsOf } from './verdict.ts'

/** Minutes after which every replay must have ended: the build server stops at 90. */
const lastMinute = 80

export interface Play {
  /** Vitest's command line options: projects, files. */
  options: readonly string[]
  /** In addition to ours. */
  env?: NodeJS.ProcessEnv
  /** Counts a test as failed that passes only the second time. */
  strict?: boolean
  /** What runs beside the tests: no file is replayed before its end. */
  beside?: Promise<unknown>
}

/** The problem with names that match no file: a misspelled one would pass as green. */
const withoutFile = (options: readonly string[], { files }: TestReport): string[] =>
  options
    .filter((name) => !name.startsWith('-') && !files.some(({ file }) => file.includes(name)))
    .map((name) => `No test file has “${name}” in its path.`)

/** Plays tests, and replays what failed once they are finished; prints what is played. */
export async function playTests({
  options,
  env = {},
  strict = false,
  beside,
}: Play): Promise<Count> {
  const first = await runVitest(options, env)
  first.elsewhere.push(...withoutFile(options, first))
  if (first.files.some((file) => file.failed.length > 0)) await beside
  const failed = filesToReplay(first, lastMinute * 60 - process.uptime())
  const again = new Map<string, TestReport>()
  for (const { file, broken } of failed) {
    if (broken !== undefined) continue
    console.log(`\n── once more, by itself: ${placeOf(file)}`)
    again.set(placeOf(file), await runVitest([`--project=${file.project}`, file.file], env))
  }
  const told = verdict(first, failed, again, { strict })
  return { passed: told.passed, failed: told.failed, words: wordsOf(told) }
}
