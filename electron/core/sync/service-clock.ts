/**
 * How far this machine's clock is from the service's. The `Date` of answers tells the person; the
 * `created_at` of what was acknowledged tells the algorithm, since it is by that clock that records
 * are compared.
 */
import type { Db } from '../store/db.ts'
import { readSetting, writeSetting } from '../store/settings.ts'
import { clockTolerance } from './timing.ts'

export interface ServiceClock {
  /** Takes in what another process or an earlier life has learned. */
  load(): Promise<void>
  /** The service's clock said `date` in its answer to a request sent and answered then. */
  dated(date: number, sentAt: number, answeredAt: number): void
  /** Milliseconds by which this machine's clock is ahead, when that is worth telling. */
  ahead(): number | null
  /**
   * The service made a record at `stamp` by its clock (`YYYY-MM-DD HH:MM:SS`, UTC), for a request
   * sent and answered then by this machine's.
   */
  created(stamp: string, sentAt: number, answeredAt: number): void
  /** Milliseconds by which the service's clock is ahead when it dates records; null: not known. */
  offset(): number | null
  /** Keeps what `created` has learned. */
  save(): Promise<void>
}

/** Headers and stamps say whole seconds: half of one is their mean error. */
const halfSecond = 500
/** Answers that took longer say too little. */
const longestAnswer = 10_000
/** A new value that differs by less is not worth a write. */
const worthKeeping = 2_000

const key = 'sync-clock-offset'

/** For `ahead` two answers must agree: one alone may come from a machine that is wrong itself. */
export function createServiceClock(db: Db): ServiceClock {
  let last: readonly number[] = []
  let offset: number | null = null
  let kept: number | null = null

  return {
    async load() {
      kept = await readSetting<number | null>(db, key, null)
      offset ??= kept
    },
    dated(date, sentAt, answeredAt) {
      if (answeredAt - sentAt > longestAnswer) return
      const here = (sentAt + answeredAt) / 2
      last = [here - (date + halfSecond), ...last].slice(0, 2)
    },
    ahead() {
      const [one, other] = last
      if (one === undefined || other === undefined || one * other < 0) return null
      const sure = Math.abs(one) < Math.abs(other) ? one : other
      return Math.abs(sure) > clockTolerance ? Math.round(sure) : null
    },
    created(stamp, sentAt, answeredAt) {
      const there = Date.parse(`${stamp.replace(' ', 'T')}Z`)
      // Slow or not, it is the best that is known where nothing is.
      if (Number.isNaN(there) || (answeredAt - sentAt > longestAnswer && offset !== null)) return
      offset = Math.round(there + halfSecond - (sentAt + answeredAt) / 2)
    },
    offset: () => offset,
    async save() {
      if (offset === null || (kept !== null && Math.abs(offset - kept) < worthKeeping)) return
      kept = offset
      await writeSetting(db, key, offset)
    },
  }
}
