/** What sync remembers of an account between passes and between processes. */
import type { Capability } from '#shared/resources/service-info.ts'
import type { Db } from '../store/db.ts'
import { readSetting, writeSetting } from '../store/settings.ts'
import type { Marks } from './schedule.ts'

export interface Memory {
  marks: Marks
  /** What the service said that it can do beyond the specification. */
  capabilities: Capability[]
  /** Epoch milliseconds of the last complete pass. */
  lastSync: number | null
}

const key = 'sync'

export const readMemory = (db: Db): Promise<Memory> =>
  readSetting<Memory>(db, key, { marks: {}, capabilities: [], lastSync: null })

export const writeMemory = (db: Db, memory: Memory): Promise<void> => writeSetting(db, key, memory)
