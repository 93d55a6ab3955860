/** Plays tests, and those that failed once more by themselves. */
import { runVitest } from './run-vitest.ts'
import type { Count } from './steps.ts'
import type { TestReport } from './test-report.ts'
import { filesToReplay, placeOf, verdict, wordsOf } from './verdict.ts'

/** Minutes after which a replay has to have ended: what builds this ends at 90. */
const lastMinute = 80

export interface Play {
  /** Of Vitest's command line: projects, files. */
  options: readonly string[]
  /** Beside ours. */
  env?: NodeJS.ProcessEnv
  /** Counts as failed what passes only once more. */
  strict?: boolean
}

/** What is wrong with names that no file was found for: a misspelt one would pass for green. */
const withoutFile = (options: readonly string[], { files }: TestReport): string[] =>
  options
    .filter((name) => !name.startsWith('-') && !files.some(({ file }) => file.includes(name)))
    .map((name) => `No test file has “${name}” in its path.`)

/** Plays tests, and when they are through once more what failed; says what is played. */
export function playTests({ options, env = {}, strict = false }: Play): Count {
  const first = runVitest(options, env)
  first.elsewhere.push(...withoutFile(options, first))
  const failed = filesToReplay(first, lastMinute * 60 - process.uptime())
  const again = new Map<string, TestReport>()
  for (const { file, broken } of failed) {
    if (broken !== undefined) continue
    console.log(`\n── once more, by itself: ${placeOf(file)}`)
    again.set(placeOf(file), runVitest([`--project=${file.project}`, file.file], env))
  }
  const told = verdict(first, failed, again, { strict })
  return { passed: told.passed, failed: told.failed, words: wordsOf(told) }
}
