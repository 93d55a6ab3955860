/**
 * `npm run attack`: what tries to break the borders, on this machine alone. First every test that
 * the threat model in SECURITY.md names, each an attack that once succeeded or could have; then
 * fuzzers of the service (on SQLite, and on PostgreSQL where one is), of what a service answers, and
 * of files, round after round with the next seed, until the time is up. The last line is
 * `N passed, N failed`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { numberOfCommit } from './commit.ts'
import { runVitest } from './run-vitest.ts'

const usage = `npm run attack -- [options]

Makes the attacks of SECURITY.md, then runs fuzzers with seeds.
  --seed N        of the first round, 1 unless given; the one that a failure names replays it
  --from-commit   draws it from the hash of the commit
  --minutes N     for everything together, 3 unless given; there is always one round, and none
                  begins that would end later
  --only NAME     one of attacks, fuzzers, service, wire, files`

/** Specs whose requests, answers or files are drawn by STINT_FUZZ_SEED. */
const fuzzers = {
  service: ['test/service/fuzz.test.ts'],
  wire: ['test/core/sync/payload-values.test.ts', 'test/core/sync/payload-fuzz.test.ts'],
  files: [
    'test/core/transfer/hostile-files.test.ts',
    'test/core/transfer/export.test.ts',
    'test/core/transfer/calendar.test.ts',
  ],
}
type Fuzzer = keyof typeof fuzzers

const root = new URL('../../', import.meta.url)

/** The tests that SECURITY.md names, but for the fuzzers. */
function attacks(): string[] {
  const text = readFileSync(new URL('SECURITY.md', root), 'utf8')
  const named = new Set(
    [...text.matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(([, file]) => file!),
  )
  const missing = [...named].filter((file) => !existsSync(new URL(file, root)))
  if (missing.length > 0) throw new Error(`SECURITY.md names ${missing.join(', ')}: not there`)
  const seeded = new Set(Object.values(fuzzers).flat())
  return [...named].filter((file) => !seeded.has(file))
}

function main(): number {
  const { values: given } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      'from-commit': { type: 'boolean', default: false },
      minutes: { type: 'string', default: '3' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const { only } = given
  const first = given['from-commit'] ? numberOfCommit() : Number(given.seed)
  const minutes = Number(given.minutes)
  const isKnown =
    only === undefined || only === 'attacks' || only === 'fuzzers' || Object.hasOwn(fuzzers, only)
  if (given.help || !Number.isInteger(first) || !(minutes > 0) || !isKnown) {
    console.error(usage)
    return given.help ? 0 : 2
  }

  const total = { passed: 0, failed: 0 }
  const words: string[] = []
  function run(files: readonly string[], seed: number): void {
    const projects = ['unit', 'node', 'postgres'].map((name) => `--project=${name}`)
    const outcome = runVitest([...projects, ...files], { STINT_FUZZ_SEED: String(seed) })
    total.passed += outcome.passed
    total.failed += outcome.failed
    if (outcome.failed > 0) words.push(`With --seed ${seed}:`, ...outcome.words)
  }

  const end = performance.now() + minutes * 60_000
  if (only === undefined || only === 'attacks') run(attacks(), first)
  if (only !== 'attacks') {
    const files = Object.hasOwn(fuzzers, only ?? '')
      ? fuzzers[only as Fuzzer]
      : Object.values(fuzzers).flat()
    let seed = first
    let longest = 0
    do {
      const from = performance.now()
      run(files, seed)
      seed += 1
      longest = Math.max(longest, performance.now() - from)
    } while (performance.now() + longest < end)
    console.log(`\nSeeds ${first} to ${seed - 1}`)
  }
  if (words.length > 0) console.log(`\n${words.join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}

process.exitCode = main()
