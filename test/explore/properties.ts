/** Property tests with a seed of their own. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { reportOf } from '../support/test-report.ts'
import { root } from '../support/steps.ts'
import { foundIn } from './found.ts'
import type { Explored, Options, Stretch } from './options.ts'

/** Test files that use fast-check. */
const propertyFiles = (): string[] =>
  globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"),
  )

/** The tests that SECURITY.md names. */
function attackFiles(): string[] {
  const security = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  return [...new Set(security.match(/test\/[\w/.-]+\.test\.ts/g))]
}

/** A hundred thousand requests to the service on each database, in place of 1,800. */
const attackFactor = 60

/** Two hundred commands whose app is killed, in place of eight. */
const killFactor = 25

export const exploreProperties = (stretch: Stretch, options: Options): Promise<Explored> =>
  play(propertyFiles(), 1, stretch, options)

export const exploreAttacks = (stretch: Stretch, options: Options): Promise<Explored> =>
  play(attackFiles(), attackFactor, stretch, options)

/** The tests of the command line whose commands ask the core, each data folder with an app. */
export function exploreBeside(stretch: Stretch, options: Options): Promise<Explored> {
  process.env['STINT_CLI_BESIDE'] = 'yes'
  const files = globSync('test/cli/*.test.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('commandLine('),
  )
  return play(files, killFactor, stretch, options)
}

/** fast-check shortens its findings itself, and its message names the seed and path. */
async function play(
  files: string[],
  fuzzFactor: number,
  { from, count }: Stretch,
  { kind, workers }: Options,
): Promise<Explored> {
  const explored = { passed: 0, failed: 0 }
  for (let seed = from; seed < from + count; seed++) {
    const vitest = await createVitest('test', {
      ...{ root, config: 'test/vitest.config.ts', watch: false, maxWorkers: workers },
      ...{ project: ['unit', 'service', 'node', 'postgres', 'dom'], reporters: ['dot'] },
    })
    try {
      for (const project of vitest.projects) {
        project.provide('propertySeed', seed)
        project.provide('fuzzFactor', fuzzFactor)
      }
      const { testModules, unhandledErrors } = await vitest.start(files)
      const found = foundIn(
        reportOf(testModules, unhandledErrors as Error[]),
        `${kind}-${seed}`,
        `npm run explore -- ${kind} --seed ${seed} --seeds 1`,
      )
      explored.passed += found.passed
      explored.failed += found.failed
    } finally {
      await vitest.close()
    }
  }
  return explored
}
