import { describe, expect, it } from 'vitest'
import { gapsBetween, sumMinutesByProject } from '../../renderer/app/entries/day-intervals.ts'
import { toDayRows } from '../../renderer/features/day/day-rows.ts'
import { assignLanes } from '../../renderer/app/entries/lanes.ts'
import { coveredMinutes } from '../../renderer/features/day/timeline-layout.ts'
import { entry, project } from './support/records.ts'

const at = (local: number, start: number, total: number) =>
  entry({ local, date: '2026-11-19', start, total, quantity: total / 15 })

const brief = (rows: ReturnType<typeof toDayRows>) =>
  rows.map((row) =>
    row.is === 'gap' ? `gap ${row.from}-${row.to}` : [row.entry.local, row.overlap],
  )

describe('rows of a day', () => {
  it('are newest first, with the gaps between them', () => {
    expect(brief(toDayRows([at(1, 540, 60), at(2, 630, 30)]))).toEqual([
      [2, 0],
      'gap 600-630',
      [1, 0],
    ])
  })

  it('leave out gaps under five minutes', () => {
    expect(brief(toDayRows([at(1, 540, 60), at(2, 604, 30)]))).toEqual([
      [2, 0],
      [1, 0],
    ])
  })

  it('show how long the later of two entries overlaps the earlier', () => {
    expect(brief(toDayRows([at(1, 780, 45), at(2, 810, 30)]))).toEqual([
      [2, 15],
      [1, 0],
    ])
  })

  it('overlap by what was worked, and not by what rounding adds', () => {
    const first = { ...at(1, 540, 45), worked: 41 }
    expect(brief(toDayRows([first, at(2, 581, 30)]))).toEqual([
      [2, 0],
      [1, 0],
    ])
    expect(brief(toDayRows([first, at(2, 586, 30)]))[1]).toBe('gap 581-586')
  })

  it('count the running timer as occupied time', () => {
    const rows = toDayRows([at(1, 540, 60), at(2, 720, 30)], { from: 700, to: 760 })
    expect(brief(rows)).toEqual([[2, 30], 'gap 600-700', [1, 0]])
  })

  it('show no gap inside a long entry that covers a short one', () => {
    expect(
      gapsBetween([
        { from: 540, to: 700 },
        { from: 560, to: 580 },
        { from: 700, to: 720 },
      ]),
    ).toEqual([])
  })

  it('share the minutes among projects, in the order of the day', () => {
    const web = project(1, 'WEB', 'Website') as never
    const parts = [
      { ...at(1, 600, 30), project: web },
      { ...at(2, 540, 15), project: null },
      { ...at(3, 700, 60), project: web },
    ]
    expect(
      sumMinutesByProject(parts).map(({ project: of, minutes }) => [of?.code, minutes]),
    ).toEqual([
      [undefined, 15],
      ['WEB', 90],
    ])
  })
})

describe('lanes of the timeline', () => {
  it('put overlapping blocks side by side and give touching ones the whole width', () => {
    const stretches = [
      { from: 780, to: 825 },
      { from: 810, to: 840 },
      { from: 840, to: 900 },
    ]
    expect(assignLanes(stretches)).toEqual([
      { column: 0, columns: 2 },
      { column: 1, columns: 2 },
      { column: 0, columns: 1 },
    ])
  })

  it('put what follows beside a block that is drawn longer than it was', () => {
    const short = { from: 496, to: 499 }
    const columns = (next: number) =>
      assignLanes([short, { from: next, to: 540 }].map(coveredMinutes)).map((lane) => lane.column)
    expect(columns(499)).toEqual([0, 1])
    expect(columns(508)).toEqual([0, 0])
  })

  it('use a column again as soon as it is free', () => {
    const stretches = [
      { from: 0, to: 100 },
      { from: 10, to: 30 },
      { from: 40, to: 60 },
    ]
    expect(assignLanes(stretches).map(({ column }) => column)).toEqual([0, 1, 1])
  })
})
