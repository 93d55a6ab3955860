/**
 * Measures how far this computer's clock is from the service's. The `Date` of replies is for the
 * warning to the person; the `created_at` of acknowledged records is for the algorithm, since
 * records are compared by that clock.
 */
import type { Db } from '../../store/database/db.ts'
import { readSetting, writeSetting } from '../../store/account/settings.ts'
import { clockTolerance } from '../decide/sync-timings.ts'

export interface ServiceClock {
  /** Loads what another process or an earlier run has measured. */
  load(): Promise<void>
  /** Takes the time of the service's clock in a reply whose request was sent and answered then. */
  noteDateHeader(date: number, sentAt: number, answeredAt: number): void
  /**
   * Returns the milliseconds by which this computer's clock is ahead, when that is worth reporting.
   */
  millisecondsAhead(): number | null
  /**
   * Takes the stamp of a record that the service created by its clock (`YYYY-MM-DD HH:MM:SS`, UTC),
   * for a request sent and answered then by this computer's clock.
   */
  noteCreation(stamp: string, sentAt: number, answeredAt: number): void
  /**
   * Returns the milliseconds by which the service's clock is ahead when it dates records; null when
   * unknown.
   */
  offset(): number | null
  /** Stores what `created` has measured. */
  save(): Promise<void>
}

/** Headers and stamps have whole seconds: half a second is their mean error. */
const halfSecond = 500
/** Slower replies, in milliseconds, are too inaccurate. */
const longestAnswer = 10_000
/** A new value that differs by fewer milliseconds is not worth a write. */
const worthKeeping = 2_000

const key = 'sync-clock-offset'

/**
 * Creates a service clock. `ahead` needs two replies that agree: a single one may come from a host
 * whose clock is wrong.
 */
export function createServiceClock(db: Db): ServiceClock {
  let last: readonly number[] = []
  let offset: number | null = null
  let stored: number | null = null

  return {
    async load() {
      stored = await readSetting<number | null>(db, key, null)
      offset ??= stored
    },
    noteDateHeader(date, sentAt, answeredAt) {
      if (answeredAt - sentAt > longestAnswer) return
      const here = (sentAt + answeredAt) / 2
      last = [here - (date + halfSecond), ...last].slice(0, 2)
    },
    millisecondsAhead() {
      const [one, other] = last
      if (one === undefined || other === undefined || one * other < 0) return null
      const sure = Math.abs(one) < Math.abs(other) ? one : other
      return Math.abs(sure) > clockTolerance ? Math.round(sure) : null
    },
    noteCreation(stamp, sentAt, answeredAt) {
      const there = Date.parse(`${stamp.replace(' ', 'T')}Z`)
      // A slow reply is used only while the offset is unknown.
      if (Number.isNaN(there) || (answeredAt - sentAt > longestAnswer && offset !== null)) return
      offset = Math.round(there + halfSecond - (sentAt + answeredAt) / 2)
    },
    offset: () => offset,
    async save() {
      if (offset === null || (stored !== null && Math.abs(offset - stored) < worthKeeping)) return
      stored = offset
      await writeSetting(db, key, offset)
    },
  }
}
