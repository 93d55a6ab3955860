import { expect, it } from 'vitest'
import { findBrowser } from '../../electron/browser/find-browser.ts'
import { onAnyDay } from '../support/test-day.ts'
import type { ScrollResult } from './scroll.ts'
import { quickRun } from './quick-run.ts'

onAnyDay()

it('scrolls through a history, and reports what it costs', async ({ skip }) => {
  skip(findBrowser() === undefined, 'no browser is here')
  const { printed, results } = await quickRun<ScrollResult>(['scroll'])
  const { figures, toTheEnd, moved } = results
  expect(figures.map(({ way }) => way)).toEqual(['still', 'wheel', 'drag'])
  expect(moved).toBe(0)
  // With any number of entries, few rows are rendered.
  expect(toTheEnd.pixels).toBeGreaterThan(2_000 * 50)
  expect(Math.max(toTheEnd.elements, ...figures.map(({ elements }) => elements))).toBeLessThan(
    3_000,
  )
  expect(printed).toContain('between frames')
})
