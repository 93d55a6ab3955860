/** Reads and writes whether the person has paused automatic sync for this account. */
import type { Db } from '../../store/database/db.ts'
import { readSetting, writeSetting } from '../../store/account/settings.ts'

const key = 'sync-paused'

export const readSyncPaused = (db: Db): Promise<boolean> => readSetting(db, key, false)

export const writeSyncPaused = (db: Db, paused: boolean): Promise<void> =>
  writeSetting(db, key, paused)
