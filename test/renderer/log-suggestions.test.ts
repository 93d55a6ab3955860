import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInstant } from '#shared/rules/calendar.ts'
import {
  suggestLogTimes,
  type OccupiedInterval,
} from '../../renderer/features/timer/palette/log-suggestions.ts'

const zone = 'Europe/Vienna'
const today = '2026-11-19'
const now = toInstant(today, 14 * 60 + 47, zone)
const nothing = { minutes: undefined, from: undefined, day: undefined }
const taken: OccupiedInterval[] = [
  { from: 540, to: 630, name: 'WEB Design' },
  { from: 732, to: 780, name: 'APP Call' },
  { from: 840, to: 888, name: 'the timer' },
]

describe('ways to log a line', () => {
  it('are none before the line has a length', () => {
    expect(suggestLogTimes(nothing, taken, now, zone)).toEqual([])
  })

  it('are: ending now, after what ended last, and in the latest gap that is long enough', () => {
    const ways = suggestLogTimes({ ...nothing, minutes: 15 }, taken, now, zone)
    expect(ways.map(({ is, from, over }) => [is, from, over])).toEqual([
      ['now', 872, 'the timer'],
      ['after', 780, undefined],
    ])
    const long = suggestLogTimes({ ...nothing, minutes: 90 }, taken, now, zone)
    expect(long.map(({ is, from, over }) => [is, from, over])).toEqual([
      ['now', 797, 'the timer'],
      ['after', 780, 'the timer'],
      ['gap', 630, undefined],
    ])
  })

  it('are the one that the line names, on its day', () => {
    const told = { minutes: 75, from: 540, day: undefined }
    expect(suggestLogTimes(told, taken, now, zone)).toMatchObject([
      { is: 'as-typed', date: today, from: 540, over: 'WEB Design' },
    ])
    expect(suggestLogTimes({ ...told, day: '2026-11-18' }, taken, now, zone)).toMatchObject([
      { is: 'as-typed', date: '2026-11-18', from: 540, over: undefined },
    ])
  })

  it('begin on the day before when the length reaches back that far', () => {
    const early = toInstant(today, 20, zone)
    expect(suggestLogTimes({ ...nothing, minutes: 45 }, [], early, zone)).toMatchObject([
      { is: 'now', date: '2026-11-18', from: 1415 },
    ])
  })

  it('never include a gap that contains something, and mark every other overlap', () => {
    const stretch = fc
      .tuple(fc.integer({ min: 0, max: 880 }), fc.integer({ min: 1, max: 200 }))
      .map(([from, length]) => ({ from, to: Math.min(from + length, 887), name: 'x' }))
      .filter(({ from, to }) => to > from)
    fc.assert(
      fc.property(
        fc.array(stretch, { maxLength: 8 }),
        fc.integer({ min: 1, max: 300 }),
        (day, minutes) => {
          for (const way of suggestLogTimes({ ...nothing, minutes }, day, now, zone)) {
            const covered = day.some(({ from, to }) => from < way.from + minutes && way.from < to)
            expect(way.over !== undefined).toBe(covered)
            if (way.is === 'gap') expect(covered).toBe(false)
            if (way.is === 'after') expect(day.some(({ to }) => to === way.from)).toBe(true)
          }
        },
      ),
    )
  })
})
