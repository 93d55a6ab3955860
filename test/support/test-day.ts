/**
 * The day and the zone of a spec: for its own process, for every program that it starts and every
 * page that it opens. A spec that names none cannot read a clock: `vitest.config.ts` sets a
 * STINT_NOW that the clock refuses.
 */
import { Temporal } from 'temporal-polyfill'
import { beforeEach } from 'vitest'
import { createSystemClock } from '#core/node/clock.ts'
import type { Clock } from '#core/ports.ts'
import { unwrap } from '#shared/errors.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { pageClockAt } from './page-clock.ts'

export interface TestDay {
  /** Such as `Europe/Berlin`. */
  readonly zone: string
  /** A running clock in this zone; waits in real time. */
  readonly clock: Clock
  /** Epoch milliseconds of that clock. */
  now(): number
  /** The day on which the test began, `YYYY-MM-DD`, and others counted from it. */
  day(from?: number): string
}

let played: TestDay | undefined

/** Each test of the file begins at this moment. */
let start = { instant: 0, uptime: 0 }
const now = () => Math.floor(start.instant + (process.uptime() - start.uptime) * 1000)

/**
 * Names the moment at which every test of a file begins, once at the top of the file. From there
 * the clock runs on. `npm run explore -- days` plays the file at other moments in other zones.
 * @param moment such as `2026-11-19T15:00[Europe/Berlin]`
 * @param because why the file is about this moment and plays at no other
 */
export function playAt(moment: string, because?: { because: string }): TestDay {
  const other = because === undefined ? process.env['STINT_TEST_DAY'] : undefined
  const begin = Temporal.ZonedDateTime.from(other ?? moment)
  const zone = begin.timeZoneId
  const restart = () => {
    start = { instant: begin.epochMilliseconds, uptime: process.uptime() }
    process.env['TZ'] = zone
    // The time that the clock of this process would have shown when it started.
    process.env['STINT_NOW'] = isoOf(start.instant - start.uptime * 1000)
  }
  restart()
  beforeEach(restart)
  const today = begin.toPlainDate().toString()
  const clock = { ...unwrap(createSystemClock()), now, zone: () => zone }
  return (played = { zone, clock, now, day: (from = 0) => addDays(today, from) })
}

/**
 * For a file that does not depend on the calendar: it plays at some moment, and `explore -- days`
 * leaves it out.
 */
export const onAnyDay = (): TestDay =>
  playAt('2026-11-19T15:20[UTC]', { because: 'nothing in it depends on the day' })

/** The day that the spec has named. Throws where it has named none. */
export function testDay(): TestDay {
  if (played) return played
  throw new Error('Name the day of this spec at its top: playAt(‘2026-11-19T15:00[UTC]’)')
}

/** The environment variables for a program that starts now. */
export const clockEnvironment = (): { TZ: string; STINT_NOW: string } => ({
  TZ: testDay().zone,
  STINT_NOW: isoOf(now()),
})

/** Sets the clock of a page to the test's. */
export const pageClock = (): string => pageClockAt(now())

const isoOf = (instant: number): string => new Date(instant).toISOString()
