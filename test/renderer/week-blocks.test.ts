import { describe, expect, it } from 'vitest'
import { daysOfWeek } from '#shared/rules/calendar.ts'
import {
  entryPosition,
  nearestEntryKey,
  nextEntryKey,
  nextSlot,
  nearestSlot,
} from '../../renderer/features/week/cursor-position.ts'
import {
  layoutBlocks,
  toBlockSegments,
  runningSegment,
} from '../../renderer/features/week/week-blocks.ts'
import {
  scrollToDay,
  defaultWeekOffset,
  weekNumber,
} from '../../renderer/features/week/week-days.ts'
import { draftPartOf, toDayView } from '../../renderer/features/week/day-view.ts'
import { entry, project } from './support/records.ts'

const thursday = '2026-11-19'
const at = (local: number, start: number, total: number, date = thursday) =>
  entry({ local, date, start, total, quantity: total / 5, increment: 5 })

describe('days of a week', () => {
  it('begin on the day that the person chose', () => {
    expect(daysOfWeek(thursday, 1).at(0)).toBe('2026-11-16')
    expect(daysOfWeek(thursday, 7).at(0)).toBe('2026-11-15')
    expect(daysOfWeek('2026-11-15', 1).at(0)).toBe('2026-11-09')
    expect(daysOfWeek('2026-11-15', 7)).toHaveLength(7)
  })

  it('are numbered by their Thursday', () => {
    expect(weekNumber(daysOfWeek(thursday, 1))).toBe(47)
    expect(weekNumber(daysOfWeek('2027-01-01', 1))).toBe(53)
    expect(weekNumber(daysOfWeek('2024-12-30', 1))).toBe(1)
    expect(weekNumber(daysOfWeek('2026-11-15', 7))).toBe(47)
  })

  it('show the working days when there is room for five', () => {
    expect(defaultWeekOffset(daysOfWeek(thursday, 1), 5, [1, 2, 3, 4, 5])).toBe(0)
    expect(defaultWeekOffset(daysOfWeek(thursday, 7), 5, [1, 2, 3, 4, 5])).toBe(1)
    expect(defaultWeekOffset(daysOfWeek(thursday, 1), 5, [3, 4, 5, 6, 7])).toBe(2)
  })

  it('move no further than needed', () => {
    expect([
      scrollToDay(0, 6, 5),
      scrollToDay(2, 4, 5),
      scrollToDay(2, 0, 5),
      scrollToDay(0, 3, 1),
    ]).toEqual([2, 2, 0, 3])
  })
})

describe('the segments of a day', () => {
  it('contain the part of an entry over midnight that lies in the day', () => {
    const night = at(1, 1380, 120)
    expect(toBlockSegments(thursday, [night])).toMatchObject([
      { from: 1380, to: 1440, begins: true, ends: false },
    ])
    expect(toBlockSegments('2026-11-20', [night])).toMatchObject([
      { from: 0, to: 60, begins: false, ends: true },
    ])
    expect(toBlockSegments('2026-11-21', [night])).toEqual([])
  })

  it('extend into a third day with an entry of 25 hours', () => {
    const long = at(1, 1400, 1500)
    expect(toBlockSegments('2026-11-20', [long])).toMatchObject([
      { from: 0, to: 1440, begins: false, ends: false },
    ])
    expect(toBlockSegments('2026-11-21', [long])).toMatchObject([{ from: 0, to: 20, ends: true }])
  })

  it('leave out an entry that ends at midnight on the day after', () => {
    expect(toBlockSegments('2026-11-20', [at(1, 1380, 60)])).toEqual([])
    expect(toBlockSegments(thursday, [at(1, 1380, 60)])).toMatchObject([{ to: 1440, ends: true }])
  })

  it('show the running timer up to now, on each day that it ran in', () => {
    const began = { date: '2026-11-18', minute: 1410 }
    const now = { date: thursday, minute: 30 }
    expect(runningSegment('2026-11-18', began, now)).toMatchObject({ from: 1410, to: 1440 })
    expect(runningSegment(thursday, began, now)).toMatchObject({ from: 0, to: 30, begins: false })
    expect(runningSegment('2026-11-20', began, now)).toBeUndefined()
    // Clocks were set back by an hour while it ran.
    const back = { date: thursday, minute: 120 }
    expect(runningSegment(thursday, { date: thursday, minute: 170 }, back)).toMatchObject({
      from: 170,
      to: 171,
    })
  })

  it('show a draft over midnight on both days', () => {
    const draft = { date: thursday, from: 1410, to: 1470 }
    expect(draftPartOf(thursday, draft)).toMatchObject({ from: 1410, to: 1440, ends: false })
    expect(draftPartOf('2026-11-20', draft)).toMatchObject({ from: 0, to: 30, begins: false })
    expect(draftPartOf('2026-11-18', draft)).toBeUndefined()
  })
})

describe('blocks', () => {
  const layout = (...entries: ReturnType<typeof at>[]) =>
    layoutBlocks(toBlockSegments(thursday, entries))

  it('are side by side where they overlap, and full width where they only touch', () => {
    const { blocks, rests } = layout(at(1, 540, 60), at(2, 570, 60), at(3, 630, 30))
    expect(blocks.map(({ key, column, columns }) => [key, column, columns])).toEqual([
      [1, 0, 2],
      [2, 1, 2],
      [3, 0, 1],
    ])
    expect(rests).toEqual([])
  })

  it('leave overlaps beyond two columns to a list', () => {
    const five = [1, 2, 3, 4, 5].map((local) => at(local, 540, 60))
    const { blocks, rests } = layout(...five, at(6, 700, 30))
    expect(blocks.map(({ key }) => key)).toEqual([1, 2, 3, 6])
    expect(rests).toMatchObject([{ from: 540, to: 600, pieces: [{ key: 4 }, { key: 5 }] }])
  })

  it('bring the focused one to the front', () => {
    const five = [1, 2, 3, 4, 5].map((local) => at(local, 540, 60))
    const { blocks } = layoutBlocks(toBlockSegments(thursday, five), 5)
    expect(blocks.find(({ key }) => key === 5)).toMatchObject({ column: 2 })
  })

  it('that follow each other within minutes do not hide each other', () => {
    const { blocks } = layout(at(1, 540, 5), at(2, 545, 5))
    expect(blocks.map(({ column }) => column)).toEqual([0, 1])
  })
})

describe('a day of the calendar', () => {
  const view = (more: Partial<Parameters<typeof toDayView>[1]> = {}) =>
    toDayView(thursday, {
      entries: [at(1, 540, 60), at(2, 660, 60), at(3, 600, 30)],
      isOwn: ({ local }) => local !== 3,
      running: () => undefined,
      today: thursday,
      workingDays: [1, 2, 3, 4, 5],
      front: () => undefined,
      ...more,
    })

  it('adds up what it shows, and shows gaps between the person’s own entries alone', () => {
    expect(view()).toMatchObject({
      minutes: 150,
      gaps: [{ from: 600, to: 660 }],
      isToday: true,
      isWorking: true,
    })
  })

  it('rounds the running timer as if it stopped now, under its project', () => {
    const web = project(1, 'WEB', 'Website')
    const runningShare = { project: web as never, minutes: 30 }
    expect(view({ runningShare })).toMatchObject({
      minutes: 180,
      shares: [{ minutes: 150 }, { project: { code: 'WEB' }, minutes: 30 }],
    })
    expect(view({ runningShare, today: '2026-11-20' })).toMatchObject({ minutes: 150 })
  })
})

describe('moving by keys', () => {
  const pieces = toBlockSegments(thursday, [at(1, 540, 60), at(2, 600, 60), at(3, 720, 30)])

  it('goes by time, and stops at both ends', () => {
    expect(nextEntryKey(pieces, entryPosition(1), 1)).toBe(2)
    expect(nextEntryKey(pieces, entryPosition(3), 1)).toBeUndefined()
    expect(nextEntryKey(pieces, { is: 'head' }, 1)).toBe(1)
    expect(nextEntryKey(pieces, { is: 'slot', from: 660, to: 675 }, 1)).toBe(3)
    expect(nextEntryKey(pieces, { is: 'slot', from: 660, to: 675 }, -1)).toBe(2)
  })

  it('finds the entry at a time of day, or the nearest', () => {
    expect([
      nearestEntryKey(pieces, 0),
      nearestEntryKey(pieces, 610),
      nearestEntryKey(pieces, 700),
    ]).toEqual([1, 2, 3])
    expect(nearestEntryKey([], 600)).toBeUndefined()
  })

  it('goes through empty slots by increment, past occupied ones', () => {
    expect(nextSlot(pieces, pieces[0]!, 1, 15)).toEqual({ from: 660, to: 675 })
    expect(nextSlot(pieces, { from: 705, to: 720 }, 1, 15)).toEqual({ from: 750, to: 765 })
    expect(nextSlot(pieces, { from: 660, to: 675 }, -1, 15)).toEqual({ from: 525, to: 540 })
    expect(nextSlot(pieces, { from: 0, to: 15 }, -1, 15)).toBeUndefined()
    expect(nextSlot(pieces, { from: 1425, to: 1440 }, 1, 15)).toBeUndefined()
  })

  it('finds an empty slot near a time of day', () => {
    expect(nearestSlot(pieces, 610, 15)).toEqual({ from: 660, to: 675 })
    expect(nearestSlot(pieces, 550, 15)).toEqual({ from: 525, to: 540 })
    expect(nearestSlot([], 617, 15)).toEqual({ from: 615, to: 630 })
    const full = toBlockSegments(thursday, [at(1, 0, 1440)])
    expect(nearestSlot(full, 600, 15)).toBeUndefined()
  })
})
