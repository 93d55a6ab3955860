import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { quickRun } from './quick-run.ts'

onAnyDay()

interface Cost {
  alone: number
  beside: number
  ratio: number
}

it('measures a show and a delivery of others beside receivers of each kind', async () => {
  const { printed, results } = await quickRun<{
    figures: { behavior: string; show: Cost; delivery: Cost }[]
  }>(['neighbors', '--only', 'receivers'])
  expect(results.figures).toHaveLength(2)
  for (const { behavior, show, delivery } of results.figures) {
    expect(printed).toContain(behavior)
    for (const { alone, beside, ratio } of [show, delivery]) {
      expect(alone).toBeGreaterThan(0)
      expect(ratio).toBe(beside / alone)
    }
  }
})
