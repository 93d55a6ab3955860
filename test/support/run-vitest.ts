/** Runs Vitest in a process of its own, and reads the results of its tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
export async function runVitest(
  options: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<TestReport> {
  rmSync(reportFile, { force: true })
  const run = spawn(
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
  const [code, signal] = (await once(run, 'exit')) as [number | null, NodeJS.Signals | null]
  if (!existsSync(reportFile)) return { files: [], elsewhere: ['Vitest left no report.'] }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as TestReport
  // An error that no report contains, such as a failed set-up.
  const isTold = report.elsewhere.length > 0 || report.files.some((file) => file.failed.length > 0)
  if (code !== 0 && !isTold) {
    report.elsewhere.push(`Vitest ended with ${code ?? signal}; see above.`)
  }
  return report
}
