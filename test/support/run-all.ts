/**
 * `npm test`: everything, in order, going on after a step that does not pass. The last line is
 * `N passed, N failed`: tests and check steps together. With names as arguments, only those steps
 * (`npm run types`, `npm run lint`).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { electronBinary } from '../../electron/cli/electron-binary.cjs'
import { firstLines, reportFile, wordsOf, type TestReport } from './test-report.ts'

interface Count {
  passed: number
  failed: number
  /** Said once more right before the summary, where it is seen. */
  words?: string[]
}

interface Step {
  name: string
  run: () => Count
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const sourceFolders = ['shared', 'electron', 'renderer', 'test', 'electron.vite.config.ts']

/** The file that a package runs when its command is called, for a Node of our choice to run. */
function command(packageName: string, name: string): string {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  const file = typeof bin === 'string' ? bin : bin[name]
  if (file === undefined) throw new Error(`${packageName} has no command ${name}`)
  return join(folder, file)
}

const tools = {
  tsc: () => command('typescript', 'tsc'),
  vueTsc: () => command('vue-tsc', 'vue-tsc'),
  eslint: () => command('eslint', 'eslint'),
  prettier: () => command('prettier', 'prettier'),
  depcruise: () => command('dependency-cruiser', 'depcruise'),
  knip: () => command('knip', 'knip'),
  vitest: () => command('vitest', 'vitest'),
}

/** Passes when every call does; what the others print is shown. */
function check(...calls: string[][]): Count {
  const outputs = calls.map((call) => {
    const run = spawnSync(process.execPath, call, { cwd: root, encoding: 'utf8' })
    return run.status === 0 ? '' : `${run.stdout}${run.stderr}`.trimEnd() || 'ended without a word'
  })
  const said = outputs.filter((output) => output !== '')
  if (said.length === 0) return { passed: 1, failed: 0 }
  console.log(said.join('\n'))
  return { passed: 0, failed: 1, words: firstLines(said.join('\n')) }
}

function tests(options: string[] = [], env: Record<string, string> = {}): Count {
  rmSync(reportFile, { force: true })
  const run = spawnSync(
    process.execPath,
    [
      tools.vitest(),
      'run',
      '--config=test/vitest.config.ts',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=test/support/test-report.ts',
      ...options,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } },
  )
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, words: ['Vitest left no report.'] }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as TestReport
  // Something that no report tells of, such as a set-up that did not go through.
  const elsewhere = report.failed.length === 0 && run.status !== 0 ? 1 : 0
  return {
    passed: report.passed,
    failed: report.failed.length + elsewhere,
    words: [
      ...wordsOf(report),
      ...(elsewhere > 0 ? [`Vitest ended with ${run.status ?? run.signal}; see above.`] : []),
    ],
  }
}

/** The end-to-end tests once more, on Electron where its binary is here. */
function electron(): Count {
  if (electronBinary() !== null) return tests(['--project=e2e'], { STINT_E2E_HOST: 'electron' })
  console.log('end-to-end on Electron: skipped: no Electron binary')
  return { passed: 0, failed: 0 }
}

const steps: Step[] = [
  {
    name: 'types',
    run: () =>
      check(
        [tools.tsc(), '-p', 'shared'],
        [tools.tsc(), '-p', 'electron'],
        [tools.tsc(), '-p', 'electron/cli'],
        [tools.vueTsc(), '-p', 'renderer'],
        [tools.vueTsc(), '-p', 'test'],
      ),
  },
  {
    name: 'lint',
    run: () => check([tools.eslint(), '--config', '.eslint.config.js', '--max-warnings=0', '.']),
  },
  { name: 'formatting', run: () => check([tools.prettier(), '--check', '.']) },
  {
    name: 'dependencies',
    run: () => check([tools.depcruise(), '--config', '.dependency-cruiser.cjs', ...sourceFolders]),
  },
  { name: 'unused', run: () => check([tools.knip()]) },
  { name: 'tests', run: () => tests() },
  { name: 'electron', run: electron },
]

function main(wanted: string[]): void {
  const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(
      `No step ${unknown.join(', ')}; there is ${steps.map(({ name }) => name).join(', ')}.`,
    )
    process.exitCode = 2
    return
  }
  const total: Count = { passed: 0, failed: 0 }
  const summary: string[] = []
  const details: string[] = []
  for (const { name, run } of steps) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`\n── ${name}`)
    const from = performance.now()
    const { passed, failed, words = [] } = run()
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    total.passed += passed
    total.failed += failed
    if (passed + failed === 0) continue
    const line = `${failed === 0 ? 'passed' : 'FAILED'}  ${name}  ${seconds} s`
    summary.push(line)
    if (words.length > 0) details.push(`\n${name}:`, ...words)
    console.log(line)
  }
  if (details.length > 0) console.log(details.join('\n'))
  console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

main(process.argv.slice(2))
