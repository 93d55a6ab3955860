/**
 * `npm test`: everything, in order, going on after a step that does not pass. The last line is
 * `N passed, N failed`: tests and check steps together. With names as arguments, only those steps
 * (`npm run types`, `npm run lint`); with `tests FILE…`, only those files. `--strict` counts a test
 * as failed that passed only when its file was played once more.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { electronBinary } from '../../electron/cli/electron-binary.cjs'
import { playTests } from './play-tests.ts'
import { firstLines } from './test-report.ts'
import { wordsOf } from './verdict.ts'

interface Count {
  passed: number
  failed: number
  /** How long it took, without waiting for its turn; measured by the caller unless given. */
  seconds?: number
  /** What is to be read of it, whole. */
  output?: string
  /** Said once more right before the summary, where it is seen. */
  words?: string[]
}

interface Step {
  name: string
  run: () => Count | Promise<Count>
  /** It only reads, and one processor is enough for it: as many run at once as there are. */
  isCheck?: true
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
}

/** Runs so many at once, those first that were asked for first. */
function sideBySide(most: number): <Value>(run: () => Promise<Value>) => Promise<Value> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await run()
    } finally {
      // Whoever waits takes the place over.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
const inTurn = sideBySide(availableParallelism())

interface Called {
  /** What it printed when it did not pass, else nothing. */
  complaint: string
  seconds: number
}

async function called(call: string[]): Promise<Called> {
  const from = performance.now()
  const child = spawn(process.execPath, call, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const printed = await Promise.all([text(child.stdout), text(child.stderr)])
  const seconds = (performance.now() - from) / 1000
  if ((await ended) === 0) return { complaint: '', seconds }
  return { complaint: printed.join('').trimEnd() || 'ended without a word', seconds }
}

/** Passes when every call does. */
async function check(...calls: string[][]): Promise<Count> {
  const all = await Promise.all(calls.map((call) => inTurn(() => called(call))))
  const seconds = all.reduce((sum, one) => sum + one.seconds, 0)
  const output = all.flatMap(({ complaint }) => complaint || []).join('\n')
  return output === ''
    ? { passed: 1, failed: 0, seconds }
    : { passed: 0, failed: 1, seconds, output, words: firstLines(output) }
}

const words = process.argv.slice(2)
const strict = words.includes('--strict')
const named = words.filter((word) => word !== '--strict')
/** After `tests`, only these. */
const files = named[0] === 'tests' ? named.slice(1) : []

function tests(options: string[] = [], env: NodeJS.ProcessEnv = {}): Count {
  const verdict = playTests({ options, env, strict })
  return { passed: verdict.passed, failed: verdict.failed, words: wordsOf(verdict) }
}

/** The end-to-end tests once more, on Electron where its binary is here. */
function electron(): Count {
  if (electronBinary() !== null) return tests(['--project=e2e'], { STINT_E2E_HOST: 'electron' })
  console.log('end-to-end on Electron: skipped: no Electron binary')
  return { passed: 0, failed: 0 }
}

// The longest ones first: the short ones fill in beside them.
const steps: Step[] = [
  {
    name: 'lint',
    isCheck: true,
    run: () => check([tools.eslint(), '--config', '.eslint.config.js', '--max-warnings=0', '.']),
  },
  {
    name: 'types',
    isCheck: true,
    run: () =>
      check(
        [tools.vueTsc(), '-p', 'test'],
        [tools.vueTsc(), '-p', 'renderer'],
        [tools.tsc(), '-p', 'electron'],
        [tools.tsc(), '-p', 'electron/cli'],
        [tools.tsc(), '-p', 'shared'],
      ),
  },
  {
    name: 'formatting',
    isCheck: true,
    run: () => check([tools.prettier(), '--check', '.']),
  },
  {
    name: 'dependencies',
    isCheck: true,
    run: () => check([tools.depcruise(), '--config', '.dependency-cruiser.cjs', ...sourceFolders]),
  },
  { name: 'unused', isCheck: true, run: () => check([tools.knip()]) },
  { name: 'electron', run: electron },
  // The last: what failed is played once more when everything else is through.
  { name: 'tests', run: () => tests(files) },
]

async function timed({ run }: Step): Promise<Required<Pick<Count, 'seconds'>> & Count> {
  const from = performance.now()
  const count = await run()
  return { ...count, seconds: count.seconds ?? (performance.now() - from) / 1000 }
}

async function main(wanted: string[]): Promise<void> {
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
  const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const checks = new Map(chosen.filter((step) => step.isCheck).map((step) => [step, timed(step)]))
  for (const [index, step] of chosen.entries()) {
    const { name } = step
    console.log(`\n── ${name} (${index + 1} of ${chosen.length})`)
    const { passed, failed, seconds, output, words = [] } = await (checks.get(step) ?? timed(step))
    if (output !== undefined) console.log(output)
    total.passed += passed
    total.failed += failed
    if (passed + failed === 0) continue
    const line = `${failed === 0 ? 'passed' : 'FAILED'}  ${name}  ${seconds.toFixed(1)} s`
    summary.push(line)
    if (words.length > 0) details.push(`\n${name}:`, ...words)
    console.log(line)
  }
  if (details.length > 0) console.log(details.join('\n'))
  console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

await main(files.length > 0 ? ['tests'] : named)
