import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { quickRun } from './quick-run.ts'

onAnyDay()

it('receives every entry over real HTTP, and writes every figure', async () => {
  const { printed, results } = await quickRun<{
    figures: { times: number; sync: number; share: number; usable: number; requests: number }[]
  }>(['sync'])
  const { figures } = results
  expect(figures).toMatchObject([{ times: 450 }])
  for (const figure of figures) {
    expect(figure.share).toBeGreaterThan(0)
    expect(figure.usable).toBeGreaterThan(0)
    expect(figure.requests).toBeGreaterThanOrEqual(5)
    expect(printed).toContain(`${figure.sync.toFixed(0)}/s`)
  }
})
