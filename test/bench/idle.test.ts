import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import type { IdleFigures } from './idle.ts'

const script = fileURLToPath(new URL('run.ts', import.meta.url))

it.runIf(process.platform === 'linux')(
  'watches the app with a running timer, and says what it costs',
  () => {
    const output = join(testFolder(), 'results.json')
    const printed = execFileSync(
      process.execPath,
      [script, 'idle', '--quick', '--output', output],
      { encoding: 'utf8' },
    )
    const { figures } = JSON.parse(readFileSync(output, 'utf8')) as { figures: IdleFigures }
    const { first, last, most } = figures.memory
    expect(most).toBeGreaterThanOrEqual(Math.max(first, last))
    expect(Math.min(first, last)).toBeGreaterThan(20_000_000)
    expect(printed).toContain('% of a core')
  },
)
