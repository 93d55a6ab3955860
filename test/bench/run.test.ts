import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import type { Row } from './report.ts'
import { quickRun } from './quick-run.ts'

onAnyDay()

it('gets the same answers from the store and from hand-written SQL, and writes every row at every size', async () => {
  const { printed, results } = await quickRun<{
    sizes: number[]
    rows: Row[]
  }>([])
  const { sizes, rows } = results
  const beginnings = [
    'point read',
    'first page of 50',
    ...['last page by date', 'first page by project.name'],
    ...Array<string>(7).fill('middle page by'),
    ...Array<string>(6).fill('last page by'),
    'search of one term',
    ...Array<string>(9).fill('search of'),
    'totals of a week',
    'totals of a year',
    ...Array<string>(8).fill('report of a week'),
    ...Array<string>(8).fill('report of a year'),
    ...Array<string>(2).fill('course of a year'),
    'newest 100 entries of a client',
    'entries of a week',
    'a call through the dispatcher',
    'save',
  ]
  for (const entries of sizes) {
    const names = rows.filter((row) => row.entries === entries).map(({ name }) => name)
    expect(names).toEqual(beginnings.map((beginning) => expect.stringMatching(`^${beginning}`)))
  }
  for (const row of rows) {
    expect(row.store.median).toBeGreaterThan(0)
    expect(row.ratio === null).toBe(row.raw === null)
    expect(printed).toContain(row.name)
  }
})
