/** Runs Vitest in a process of its own, and reads the results of its tests. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './steps.ts'
import { reportFile, type TestReport } from './test-report.ts'

const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs')

/**
 * Runs tests; their output goes where ours does.
 * @param options of Vitest's command line: projects, files
 * @param env in addition to ours, but for the day that ours may name
 */
export function runVitest(options: readonly string[], env: NodeJS.ProcessEnv = {}): TestReport {
  rmSync(reportFile, { force: true })
  const run = spawnSync(
    process.execPath,
    [
      ...[vitest, 'run', '--config=test/vitest.config.ts', '--passWithNoTests'],
      ...['--reporter=default', '--reporter=test/support/test-report.ts'],
      ...options,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, STINT_TEST_DAY: undefined, ...env },
    },
  )
  if (!existsSync(reportFile)) return { files: [], elsewhere: ['Vitest left no report.'] }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as TestReport
  // An error that no report contains, such as a failed set-up.
  const isTold = report.elsewhere.length > 0 || report.files.some((file) => file.failed.length > 0)
  if (run.status !== 0 && !isTold) {
    report.elsewhere.push(`Vitest ended with ${run.status ?? run.signal}; see above.`)
  }
  return report
}
