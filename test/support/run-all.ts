/**
 * `npm test`: everything, in order, going on after a step that does not pass. The last line is
 * `N passed, N failed`: tests and check steps together. With names as arguments, only those steps
 * (`npm run types`, `npm run lint`).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { electronBinary } from '../../electron/cli/electron-binary.cjs'

interface Count {
  passed: number
  failed: number
}

interface Step {
  name: string
  run: () => Count
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const report = join(root, 'test-results', 'vitest.json')
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
  if (said.length > 0) console.log(said.join('\n'))
  return said.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The part of Vitest's JSON report that is counted. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

function tests(): Count {
  rmSync(report, { force: true })
  mkdirSync(dirname(report), { recursive: true })
  const run = spawnSync(
    process.execPath,
    [
      tools.vitest(),
      'run',
      '--config=test/vitest.config.ts',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as Report
  // A file that could not be loaded, or whose hooks threw, has no failed test of its own.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  ).length
  const failed = numFailedTests + broken
  // Something outside of every test, such as an unhandled rejection or the browser's set-up.
  const elsewhere = failed === 0 && run.status !== 0 ? 1 : 0
  return { passed: numPassedTests, failed: failed + elsewhere }
}

/** Says whether the end-to-end tests could run on Electron too; they are counted in `tests`. */
function electron(): Count {
  if (electronBinary() === null) console.log('end-to-end on Electron: skipped: no Electron binary')
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
  { name: 'tests', run: tests },
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
  for (const { name, run } of steps) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`\n── ${name}`)
    const from = performance.now()
    const { passed, failed } = run()
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    total.passed += passed
    total.failed += failed
    if (passed + failed === 0) continue
    const line = `${failed === 0 ? 'passed' : 'FAILED'}  ${name}  ${seconds} s`
    summary.push(line)
    console.log(line)
  }
  console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

main(process.argv.slice(2))
