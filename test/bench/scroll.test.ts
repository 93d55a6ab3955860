import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findBrowser } from '../../electron/browser/find-browser.ts'
import { testFolder } from '../support/folder.ts'
import type { ScrollResult } from './scroll.ts'

const script = fileURLToPath(new URL('run.ts', import.meta.url))

it.runIf(findBrowser() !== undefined)('scrolls through a history, and says what it costs', () => {
  const output = join(testFolder(), 'results.json')
  const printed = execFileSync(
    process.execPath,
    [script, 'scroll', '--quick', '--output', output],
    {
      encoding: 'utf8',
    },
  )
  const { figures, toTheEnd, moved } = JSON.parse(readFileSync(output, 'utf8')) as ScrollResult
  expect(figures.map(({ way }) => way)).toEqual(['still', 'wheel', 'drag'])
  expect(moved).toBe(0)
  // However many entries there are, few are drawn.
  expect(toTheEnd.pixels).toBeGreaterThan(2_000 * 50)
  expect(Math.max(toTheEnd.elements, ...figures.map(({ elements }) => elements))).toBeLessThan(
    3_000,
  )
  expect(printed).toContain('between frames')
})
