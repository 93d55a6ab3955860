/** Every property test with a seed of its own. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import { reportOf } from '../support/test-report.ts'
import { placeOf } from '../support/verdict.ts'
import { writeFinding } from './ledger.ts'
import type { Explored, Stretch } from './options.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Test files that draw by fast-check. */
const propertyFiles = (): string[] =>
  globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
    /from '(fast-check|.*\/property\.ts)'/.test(readFileSync(join(root, file), 'utf8')),
  )

/** fast-check makes what it finds shorter itself, and its message says by which seed and path. */
export async function exploreProperties(
  { from, count }: Stretch,
  workers: number,
): Promise<Explored> {
  const explored = { passed: 0, failed: 0 }
  for (let seed = from; seed < from + count; seed++) {
    const vitest = await createVitest('test', {
      ...{ root, config: 'test/vitest.config.ts', watch: false, maxWorkers: workers },
      ...{ project: ['node', 'postgres', 'dom'], reporters: ['dot'] },
    })
    try {
      for (const project of vitest.projects) project.provide('propertySeed', seed)
      const { testModules, unhandledErrors } = await vitest.start(propertyFiles())
      const report = reportOf(testModules, unhandledErrors as Error[])
      const found = report.files.flatMap((file) =>
        file.failed.map(({ test, message }) => [`${placeOf(file)} › ${test}`, message]),
      )
      const lines = [...found, ...report.elsewhere.map((message) => ['', message])].flat()
      explored.passed += report.files.reduce((sum, { passed }) => sum + passed, 0)
      explored.failed += found.length + report.elsewhere.length
      if (lines.length === 0) continue
      const again = `Replay it: npm run explore -- properties --seed ${seed} --seeds 1`
      console.log(
        `seed ${seed}: written to ${writeFinding(`properties-${seed}`, [...lines, again])}`,
      )
    } finally {
      await vitest.close()
    }
  }
  return explored
}
