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
    figures: { behaviour: string; show: Cost; delivery: Cost }[]
  }>(['neighbours', '--only', 'receivers'])
  expect(results.figures).toHaveLength(2)
  for (const { behaviour, show, delivery } of results.figures) {
    expect(printed).toContain(behaviour)
    for (const { alone, beside, ratio } of [show, delivery]) {
      expect(alone).toBeGreaterThan(0)
      expect(ratio).toBe(beside / alone)
    }
  }
})
