/** Reads and writes the settings of an account, each stored under its own key. */
import { accountDefaults, accountSettings, type AccountSettings } from '#shared/ipc/settings.ts'
import { everythingIsOwnKey } from './current-user.ts'
import type { Db } from '../database/db.ts'
import { writeSetting } from './settings.ts'
import { tolerantObject } from './tolerant-object.ts'

/** Keys of the table. The default of `everythingIsMine` is determined in current-user.ts. */
const keys: Record<keyof AccountSettings, string> = {
  rounding: 'rounding',
  everythingIsMine: everythingIsOwnKey,
  rateMeaning: 'rateMeaning',
  workingHours: 'workingHours',
  dailyTarget: 'dailyTarget',
  remindIdleMinutes: 'remindIdleMinutes',
  remindLongMinutes: 'remindLongMinutes',
  remindTarget: 'remindTarget',
  projectHues: 'projectHues',
}
const fields = Object.keys(keys) as (keyof AccountSettings)[]

/**
 * Reads all settings. One that was never set, or is invalid, has its default.
 * @param everythingIsMine the default of this setting
 */
export async function readAccountSettings(
  db: Db,
  everythingIsMine: boolean,
): Promise<AccountSettings> {
  const rows = await db
    .selectFrom('setting')
    .selectAll()
    .where('key', 'in', Object.values(keys))
    .execute()
  const written = new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]))
  return tolerantObject(accountSettings.shape, { ...accountDefaults, everythingIsMine })(
    Object.fromEntries(fields.map((field) => [field, written.get(keys[field])])),
  )
}

/** Writes the given settings and leaves the others unchanged. */
export async function writeAccountSettings(db: Db, set: Partial<AccountSettings>): Promise<void> {
  for (const field of fields) {
    if (set[field] !== undefined) await writeSetting(db, keys[field], set[field])
  }
}
