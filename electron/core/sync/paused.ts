/** Whether the person wants nothing sent or fetched by itself. Kept with the account. */
import type { Db } from '../store/db.ts'
import { readSetting, writeSetting } from '../store/settings.ts'

const key = 'sync-paused'

export const isPaused = (db: Db): Promise<boolean> => readSetting(db, key, false)

export const setPaused = (db: Db, paused: boolean): Promise<void> => writeSetting(db, key, paused)
