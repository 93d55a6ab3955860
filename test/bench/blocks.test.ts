import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import type { BlockFigure } from './blocks-core.ts'
import { quickRun } from './quick-run.ts'

onAnyDay()

it('runs each work in a real core, and reports how long it blocked the thread', async () => {
  const { printed, results } = await quickRun<{
    figures: BlockFigure[]
    memory: { entries: number; rss: number }[]
  }>(['blocks'])
  const { figures, memory } = results
  expect(figures.map(({ work }) => work)).toEqual(
    [
      ...['after opening', 'without work', 'a month', '\\d+ saves', '\\d+ entries changed'],
      ...['that change undone', '\\d+ entries deleted', 'a report of a year'],
      ...['every entry as a table', 'entries of a table', 'a verified backup', 'every page'],
      'first sync of 450',
    ].map((beginning) => expect.stringMatching(`^${beginning}`)),
  )
  for (const { work, monitor, timer, own, page } of figures) {
    expect(printed).toContain(work)
    expect(monitor.longest).toBeGreaterThanOrEqual(monitor.p99)
    expect(timer.longest).toBeGreaterThanOrEqual(timer.p99)
    expect(own).toBeGreaterThan(0)
    expect(page.longest).toBeGreaterThanOrEqual(page.median)
  }
  expect(memory.map(({ entries }) => entries)).toEqual([1_000, 1_200])
})
