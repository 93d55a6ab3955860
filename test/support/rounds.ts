/**
 * Tests in several rounds, each under other circumstances: `npm run test:days`, `test:again`. Says
 * which round it plays and how far it is; the last line is `N passed, N failed`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runVitest, type Outcome } from './run-vitest.ts'

export interface Round {
  name: string
  /** Of Vitest's command line. */
  options: readonly string[]
  env?: NodeJS.ProcessEnv
}

export interface RoundsOptions {
  /** Such as `2/4`: the second quarter of the rounds. */
  shard?: string | undefined
  /** Leaves out the rounds that the run before has come through. */
  continue?: boolean | undefined
}

/** The options that every command with rounds takes, for `parseArgs`. */
export const roundsFlags = {
  shard: { type: 'string' },
  continue: { type: 'boolean', default: false },
} as const

type Played = Outcome & { seconds: number }

/**
 * @param command names the file in `test-results` by which a later run goes on
 * @returns the exit code
 */
export function playRounds(
  command: string,
  rounds: readonly Round[],
  options: RoundsOptions,
): number {
  const shard = shardOf(options.shard ?? '1/1')
  if (!shard) {
    console.error('--shard needs a part and a number of parts, such as 2/4')
    return 2
  }
  const chosen = rounds.filter((_, index) => index % shard.of === shard.part - 1)
  const file = resultsFile(command, shard)
  if (!options.continue) rmSync(file, { force: true })
  const results = readResults(file)
  for (const [index, { name, options, env }] of chosen.entries()) {
    if (results[name]) continue
    console.log(`\n── ${index + 1} of ${chosen.length}: ${name}`)
    const from = performance.now()
    const outcome = runVitest(options, env)
    results[name] = { ...outcome, seconds: (performance.now() - from) / 1000 }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(results, null, 1))
    console.log(lineOf(name, results[name]))
  }
  const played = chosen.map(({ name }) => [name, results[name]!] as const)
  for (const [name, { failed, words }] of played) {
    if (failed > 0) console.log([`\n${name}:`, ...words].join('\n'))
  }
  console.log(`\n${played.map(([name, round]) => lineOf(name, round)).join('\n')}`)
  const sum = (count: 'passed' | 'failed') =>
    played.reduce((total, [, round]) => total + round[count], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0 ? 0 : 1
}

const lineOf = (name: string, { passed, failed, seconds }: Played): string =>
  `${failed === 0 ? 'passed' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(0)} s`

interface Shard {
  part: number
  of: number
}

function shardOf(text: string): Shard | null {
  const [part, of] = text.split('/').map(Number) as [number, number | undefined]
  if (of === undefined || !Number.isInteger(part) || !Number.isInteger(of)) return null
  return part >= 1 && part <= of ? { part, of } : null
}

function resultsFile(command: string, { part, of }: Shard): string {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  return join(root, 'test-results', `${command}${of === 1 ? '' : `-${part}-of-${of}`}.json`)
}

function readResults(file: string): Record<string, Played> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Played>
  } catch {
    return {}
  }
}
