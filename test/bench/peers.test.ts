import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { report } from './peers-report.ts'
import { works, type WorkName } from './peers-works.ts'
import { quickRun } from './quick-run.ts'

onAnyDay()

// The other stores are not installed for this: they are no dependencies.
it('does every work in a store of its own process, and writes every figure', async () => {
  const { printed, results } = await quickRun<{
    rows: { work: string; stores: { name: string; median: number; ratio: number }[] }[]
    stores: { name: string; persists: boolean; memory: number }[]
  }>(['peers', '--only', 'stint'])
  const { rows, stores } = results
  expect(rows.map(({ work }) => work)).toEqual(Object.values(works))
  for (const { work, stores } of rows) {
    expect(stores).toMatchObject([{ name: 'Stint', ratio: 1 }])
    expect(stores[0]!.median).toBeGreaterThan(0)
    expect(printed).toContain(work)
  }
  expect(stores).toMatchObject([{ name: 'Stint', persists: true }])
})

it('reports how many times as long another store takes, and where one cannot do the work', () => {
  const taken = (microseconds: number) =>
    Object.fromEntries(Object.keys(works).map((work) => [work, [microseconds]])) as Record<
      WorkName,
      number[]
    >
  const about = { guarantee: 'file', persists: true, memory: 1e8 }
  const { text } = report(
    [
      { name: 'Stint', ...about, taken: taken(200) },
      { name: 'Other', ...about, taken: { ...taken(500), open: [] } },
    ],
    [{ work: 'status', stint: 100, timewarrior: 50 }],
    1_000,
  )
  expect(text).toMatch(/open, and the first page +200 +starts empty\n/)
  expect(text).toMatch(/save a new entry +200 +500 \(2\.5×\)\n/)
  expect(text).toMatch(/status +100 +50 +\(0\.50×\)/)
})
