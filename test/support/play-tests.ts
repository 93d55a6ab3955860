/** Plays tests by Vitest as a process of its own, and those that failed once more by themselves. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reportFile, type TestReport } from './test-report.ts'
import { filesToReplay, placeOf, verdict, type Verdict } from './verdict.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs')

/** Minutes after which a replay has to have ended: what builds this ends at 90. */
const lastMinute = 80

export interface Play {
  /** Of Vitest's command line: projects, files. */
  options: readonly string[]
  /** Beside ours. */
  env?: NodeJS.ProcessEnv
  strict: boolean
}

/** Plays tests, and when they are through once more what failed; says what is played. */
export function playTests({ options, env = {}, strict }: Play): Verdict {
  const first = runVitest(options, env)
  const failed = filesToReplay(first, lastMinute * 60 - process.uptime())
  const again = new Map<string, TestReport>()
  for (const { file, broken } of failed) {
    if (broken !== undefined) continue
    console.log(`\n── once more, by itself: ${placeOf(file)}`)
    again.set(placeOf(file), runVitest([`--project=${file.project}`, file.file], env))
  }
  return verdict(first, failed, again, { strict })
}

function runVitest(options: readonly string[], env: NodeJS.ProcessEnv): TestReport {
  rmSync(reportFile, { force: true })
  const run = spawnSync(
    process.execPath,
    [
      ...[vitest, 'run', '--config=test/vitest.config.ts', '--passWithNoTests'],
      ...['--reporter=default', '--reporter=test/support/test-report.ts'],
      ...options,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } },
  )
  if (!existsSync(reportFile)) return { files: [], elsewhere: ['Vitest left no report.'] }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as TestReport
  // Something that no report tells of, such as a set-up that did not go through.
  const isTold = report.elsewhere.length > 0 || report.files.some((file) => file.failed.length > 0)
  if (run.status !== 0 && !isTold) {
    report.elsewhere.push(`Vitest ended with ${run.status ?? run.signal}; see above.`)
  }
  return report
}
