import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'

const script = fileURLToPath(new URL('service.ts', import.meta.url))

it('answers the same bytes by hand as through the service, and writes every figure', () => {
  const output = join(testFolder(), 'results.json')
  const printed = execFileSync(process.execPath, [script, '--quick', '--output', output], {
    encoding: 'utf8',
    env: { ...process.env, STINT_BENCH_POSTGRES: '' },
  })
  const { figures } = JSON.parse(readFileSync(output, 'utf8')) as {
    figures: { database: string; name: string; ratio: number; halfLoad: { p99: number } }[]
  }
  expect(figures.map(({ name }) => name)).toEqual(['list of 100', 'show', 'create'])
  for (const { name, ratio, halfLoad } of figures) {
    expect(ratio).toBeGreaterThan(0)
    expect(halfLoad.p99).toBeGreaterThan(0)
    expect(printed).toContain(`SQLite: ${name}`)
  }
})
