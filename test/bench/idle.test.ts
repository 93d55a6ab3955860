import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import type { IdleFigures } from './idle.ts'
import { quickRun } from './quick-run.ts'

onAnyDay()

it('measures the app with a running timer, and reports what it costs', async ({ skip }) => {
  skip(process.platform !== 'linux', 'it reads what Linux says of processes')
  const { printed, results } = await quickRun<{ figures: IdleFigures }>(['idle'])
  const { figures } = results
  const { first, last, most } = figures.memory
  expect(most).toBeGreaterThanOrEqual(Math.max(first, last))
  expect(Math.min(first, last)).toBeGreaterThan(20_000_000)
  expect(printed).toContain('% of a core')
})
