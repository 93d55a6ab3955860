/** The steps of a command that checks something, one line for each, and their sum at the end. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { firstLines } from './test-report.ts'

export interface Count {
  passed: number
  failed: number
  /** From when it was started; measured by the caller unless given. */
  seconds?: number
  /** The output to show, whole. */
  output?: string
  /** Printed again right before the summary, where it is seen. */
  words?: string[]
}

export interface Step {
  name: string
  /** @param checked settles when all checks have ended */
  run: (checked: Promise<unknown>) => Count | Promise<Count>
  /**
   * It runs beside the other steps, on the processors that those leave idle, and changes nothing that
   * they read.
   */
  isCheck?: true
}

export const root = fileURLToPath(new URL('../..', import.meta.url))
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

export const tools = {
  tsc: () => command('typescript', 'tsc'),
  vueTsc: () => command('vue-tsc', 'vue-tsc'),
  eslint: () => command('eslint', 'eslint'),
  prettier: () => command('prettier', 'prettier'),
  depcruise: () => command('dependency-cruiser', 'depcruise'),
  knip: () => command('knip', 'knip'),
}

/** Runs this many at once, in the order of their calls. */
function sideBySide(most: number): <Value>(run: () => Promise<Value>) => Promise<Value> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await run()
    } finally {
      // A waiting call takes the place over.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
const inTurn = sideBySide(availableParallelism())

interface Called {
  /** The output of a failed command, else nothing. */
  complaint: string
  seconds: number
}

async function called(call: string[]): Promise<Called> {
  const from = performance.now()
  const child = spawn(process.execPath, call, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const printed = await Promise.all([text(child.stdout), text(child.stderr)])
  const seconds = (performance.now() - from) / 1000
  if ((await ended) === 0) return { complaint: '', seconds }
  return { complaint: printed.join('').trimEnd() || 'ended without a word', seconds }
}

/** Passes when every call passes. */
export async function check(...calls: string[][]): Promise<Count> {
  const all = await Promise.all(calls.map((call) => inTurn(() => called(call))))
  const seconds = all.reduce((sum, one) => sum + one.seconds, 0)
  const output = all.flatMap(({ complaint }) => complaint || []).join('\n')
  return output === ''
    ? { passed: 1, failed: 0, seconds }
    : { passed: 0, failed: 1, seconds, output, words: firstLines(output) }
}

/** Checks each project of types separately; earlier results are reused. */
export function checkTypes(): Promise<Count> {
  const cache = join(root, 'node_modules', '.cache', 'types')
  mkdirSync(cache, { recursive: true })
  const project = (compiler: string, name: string) => [
    ...[compiler, '-p', name, '--incremental'],
    ...['--tsBuildInfoFile', join(cache, `${name.replace('/', '-')}.tsbuildinfo`)],
  ]
  return check(
    project(tools.vueTsc(), 'test'),
    project(tools.vueTsc(), 'renderer'),
    project(tools.tsc(), 'electron'),
    project(tools.tsc(), 'electron/cli'),
    project(tools.tsc(), 'shared'),
  )
}

async function timed(
  { run }: Step,
  checked: Promise<unknown> = Promise.resolve(),
): Promise<Required<Pick<Count, 'seconds'>> & Count> {
  const from = performance.now()
  const count = await Promise.resolve()
    .then(() => run(checked))
    .catch(thrown)
  return { ...count, seconds: count.seconds ?? (performance.now() - from) / 1000 }
}

/** A step that throws has failed: the others still run. */
function thrown(reason: unknown): Count {
  const output = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)
  return { passed: 0, failed: 1, output, words: firstLines(output) }
}

/**
 * Runs the checks, and beside them the other steps in order, continuing after one that fails.
 * @returns the exit code
 */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const total: Count = { passed: 0, failed: 0 }
  const summary: string[] = []
  const details: string[] = []
  const checks = new Map(steps.filter((step) => step.isCheck).map((step) => [step, timed(step)]))
  const checked = Promise.allSettled(checks.values())
  for (const [nth, step] of steps.entries()) {
    const { name } = step
    console.log(`\n── ${name} (${nth + 1} of ${steps.length})`)
    const count = await (checks.get(step) ?? timed(step, checked))
    const { passed, failed, seconds, output, words = [] } = count
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
  return total.failed === 0 ? 0 : 1
}
