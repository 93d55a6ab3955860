import { describe, expect, it } from 'vitest'
import { addDays, daysOfWeek } from '#shared/rules/calendar.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import {
  isTypingKey,
  parseCell,
  parseCellRange,
  formatCell,
  formatCellRange,
} from '../../renderer/features/timesheet/cell-text.ts'
import {
  distinctSheetWork,
  groupSheetRows,
  parseSheetRowKey,
  sheetRowKey,
  targetMinutesOf,
} from '../../renderer/features/timesheet/sheet-rows.ts'
import fc from 'fast-check'
import { entry, project, task } from './support/records.ts'

const web = project(1, 'WEB', 'Website relaunch')
const app = project(2, 'APP', 'Booking app')
const own = project(3, 'STU', 'A studio', 15, 'internal')
const design = task(1, 'Design')
const call = task(2, 'Call')
const week = daysOfWeek('2026-11-19', 1)
const on = (local: number, day: number, over: object = {}) =>
  entry({ local, date: week[day]!, project: web, task: design, ...over })

describe('the week', () => {
  it('begins on the day that the person chose', () => {
    expect(week[0]).toBe('2026-11-16')
    expect(daysOfWeek('2026-11-19', 7)[0]).toBe('2026-11-15')
    expect(daysOfWeek('2026-11-15', 7)[0]).toBe('2026-11-15')
    expect(daysOfWeek('2026-11-19', 6)[0]).toBe('2026-11-14')
    expect(daysOfWeek('2026-01-01', 1)).toEqual(
      Array.from({ length: 7 }, (_, day) => addDays('2025-12-29', day)),
    )
  })
  it('has a target on working days alone', () => {
    const settings = { dailyTarget: 450, workingHours: { days: [1, 2, 3, 4, 5] } }
    expect(week.map((date) => targetMinutesOf(date, settings))).toEqual([
      ...[450, 450, 450, 450, 450],
      ...[undefined, undefined],
    ])
    expect(targetMinutesOf(week[0]!, { ...settings, dailyTarget: null })).toBeUndefined()
  })
})

describe('rows', () => {
  it('are sorted by project: clients by name, then internal work, then work without a project', () => {
    const entries = [
      on(1, 0),
      on(2, 0, { project: own }),
      on(3, 1, { project: null, task: null }),
      on(4, 2, { project: app, task: call }),
      on(5, 2, { task: null }),
      on(6, 2, { task: call }),
    ]
    const groups = groupSheetRows(week, entries, [])
    expect(groups.map(({ project: of }) => of?.code)).toEqual(['APP', 'WEB', 'STU', undefined])
    expect(groups[1]?.rows.map((row) => row.task?.name)).toEqual(['Call', 'Design', undefined])
  })
  it('contain each day’s entries by their starts, and stay without any', () => {
    const extra = [{ project: app, task: design }]
    const groups = groupSheetRows(week, [on(1, 3, { start: 900 }), on(2, 3, { start: 540 })], extra)
    expect(groups[1]?.rows[0]?.days[3]?.map(({ local }) => local)).toEqual([2, 1])
    expect(groups[0]?.rows[0]?.days.flat()).toEqual([])
    expect(groups[0]?.rows).toHaveLength(1)
  })
  it('are identified by keys of project and task', () => {
    const works = [on(1, 0), on(2, 1), on(3, 1, { task: null }), on(4, 1, { project: null })]
    expect(distinctSheetWork(works).map(sheetRowKey)).toEqual(['1 1', '1 0', '0 1'])
    expect(parseSheetRowKey('1 0')).toEqual({ project: 1, task: null })
    expect(parseSheetRowKey('0 12')).toEqual({ project: null, task: 12 })
  })
})

describe('a text typed in a cell', () => {
  it.each([
    ['1:30', 90],
    ['1.5', 90],
    ['1,5', 90],
    ['8', 480],
    ['24', 1440],
    ['25', 25],
    ['90', 90],
    ['8m', 8],
    ['0:08', 8],
    [':30', 30],
    ['90m', 90],
    ['1h30', 90],
    [' 2 h ', 120],
    ['', 0],
    ['0', 0],
    ['0:00', 0],
    ['–', 0],
    ['abc', undefined],
    ['1:75', undefined],
    ['26h', undefined],
  ])('reads “%s”', (text, minutes) => {
    expect(parseCell(text)).toBe(minutes)
  })
  it('starts with a character of a length', () => {
    expect(['1', '9', '.', ':', ','].every(isTypingKey)).toBe(true)
    expect(['n', 'Enter', 'F2', ' ', '/'].some(isTypingKey)).toBe(false)
  })
})

describe('ranges', () => {
  it('come back as they were copied', () => {
    const rows = fc
      .integer({ min: 1, max: 5 })
      .chain((columns) =>
        fc.array(
          fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: columns, maxLength: columns }),
          {
            minLength: 1,
            maxLength: 5,
          },
        ),
      )
      .filter((range) => range.flat().some((minutes) => minutes > 0))
      // Spreadsheets add empty lines at the end.
      .filter((range) => range.at(-1)!.length > 1 || range.at(-1)![0]! > 0)
    fc.assert(
      fc.property(rows, (range) => {
        expect(parseCellRange(formatCellRange(range))).toEqual({ is: 'read', rows: range })
      }),
    )
  })
  it('come from spreadsheets, with seconds, decimal hours and other ends of lines', () => {
    expect(parseCellRange('1:30:00\t0:45:00\r\n\t2:00:00\r\n')).toEqual({
      is: 'read',
      rows: [
        [90, 45],
        [0, 120],
      ],
    })
    expect(parseCellRange('7,5\t8\t0,25')).toEqual({ is: 'read', rows: [[450, 480, 15]] })
    expect(parseCellRange('8\t8\t4')).toEqual({ is: 'read', rows: [[480, 480, 240]] })
    // As one of them can only be minutes, all of them are.
    expect(parseCellRange('8\t30')).toEqual({ is: 'read', rows: [[8, 30]] })
    expect(parseCellRange('90\t45')).toEqual({ is: 'read', rows: [[90, 45]] })
  })
  it('are taken whole or not at all', () => {
    expect(parseCellRange('1:30\tlunch\t2:00')).toEqual({ is: 'unread', text: 'lunch' })
    expect(parseCellRange('\t\n')).toEqual({ is: 'nothing' })
  })
  it('leave cells without hours empty', () => {
    expect(formatCell(0)).toBe('')
    expect(formatCellRange([[0, 90]])).toBe(`\t${formatDurationText(90)}`)
  })
})
