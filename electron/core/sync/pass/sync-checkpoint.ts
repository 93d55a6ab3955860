/** Reads and writes the checkpoint of an account: what sync stores between passes and processes. */
import type { Capability, LostSpan } from '#shared/resources/service-info.ts'
import type { Db } from '../../store/database/db.ts'
import { readSetting, writeSetting } from '../../store/account/settings.ts'
import type { CompletedReads } from '../decide/as-of.ts'
import type { JobMarks } from '../decide/schedule.ts'

export interface SyncCheckpoint extends CompletedReads {
  marks: JobMarks
  /** The capabilities of the service beyond the specification. */
  capabilities: Capability[]
  /** The last epoch of the service; null while it has told none (capability `epoch`). */
  epoch: string | null
  /** Of earlier epochs: what was created then, the service has no more. */
  lost: LostSpan[]
  /** When the last pass that read everything due did so, epoch milliseconds. */
  lastSync: number | null
  /** The newest `updated_at` of expenses in a complete read. */
  expenseCursor: string | null
  /**
   * The cursor of the feed of changes; null while the feed was never read (capability `changes`).
   */
  changesCursor: string | null
  /** An unfinished read of all entries; null where there is none. */
  begun: BegunReading | null
}

/** How far a read of all entries got, from the newest on. */
export interface BegunReading {
  /** The last applied page whose progress was stored, and the day on which it ends. */
  page: number
  date: string
  /** When the read began, epoch milliseconds. */
  at: number
}

const key = 'sync'

const nothing: SyncCheckpoint = {
  marks: {},
  capabilities: [],
  epoch: null,
  lost: [],
  lastSync: null,
  days: [],
  whole: {},
  expenseCursor: null,
  changesCursor: null,
  begun: null,
}

export const readSyncCheckpoint = async (db: Db): Promise<SyncCheckpoint> => ({
  ...nothing,
  ...(await readSetting<Partial<SyncCheckpoint>>(db, key, {})),
})

/** Writes the checkpoint, without the mark of the watched days, which belongs to this process. */
export function writeSyncCheckpoint(db: Db, memory: SyncCheckpoint): Promise<void> {
  const { watched: _watched, ...marks } = memory.marks
  return writeSetting(db, key, { ...memory, marks })
}
