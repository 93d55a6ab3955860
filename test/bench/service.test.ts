import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { quickRun } from './quick-run.ts'

onAnyDay()

it('gets the same bytes from the service and the hand-written server, and writes every figure', async () => {
  const { printed, results } = await quickRun<{
    figures: { database: string; name: string; ratio: number; halfLoad: { p99: number } }[]
  }>(['service'], { STINT_BENCH_POSTGRES: '' })
  const { figures } = results
  expect(figures.map(({ name }) => name)).toEqual(['list of 100', 'show', 'create'])
  for (const { name, ratio, halfLoad } of figures) {
    expect(ratio).toBeGreaterThan(0)
    expect(halfLoad.p99).toBeGreaterThan(0)
    expect(printed).toContain(`SQLite: ${name}`)
  }
})
