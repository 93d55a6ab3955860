import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'

const script = fileURLToPath(new URL('run.ts', import.meta.url))

it('receives every entry over real HTTP, and writes every figure', () => {
  const output = join(testFolder(), 'results.json')
  const printed = execFileSync(process.execPath, [script, 'sync', '--quick', '--output', output], {
    encoding: 'utf8',
  })
  const { figures } = JSON.parse(readFileSync(output, 'utf8')) as {
    figures: { times: number; sync: number; share: number; usable: number; requests: number }[]
  }
  expect(figures).toMatchObject([{ times: 450 }])
  for (const figure of figures) {
    expect(figure.share).toBeGreaterThan(0)
    expect(figure.usable).toBeGreaterThan(0)
    expect(figure.requests).toBeGreaterThanOrEqual(5)
    expect(printed).toContain(`${figure.sync.toFixed(0)}/s`)
  }
})
