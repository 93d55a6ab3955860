/** What a person can set for an account: each under its own key. */
import { accountDefaults, accountSettings, type AccountSettings } from '#shared/ipc/settings.ts'
import { everythingIsMineKey } from './me.ts'
import type { Db } from './db.ts'
import { writeSetting } from './settings.ts'
import { tolerant } from './tolerant.ts'

/** Keys of the table; `everythingIsMine` has a default of its own (me.ts). */
const keys: Record<keyof AccountSettings, string> = {
  rounding: 'rounding',
  everythingIsMine: everythingIsMineKey,
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
 * All of them; what was never set, or cannot be understood, is as by default.
 * @param everythingIsMine what it is by default
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
  return tolerant(accountSettings.shape, { ...accountDefaults, everythingIsMine })(
    Object.fromEntries(fields.map((field) => [field, written.get(keys[field])])),
  )
}

/** Writes what is given and leaves the rest. */
export async function writeAccountSettings(db: Db, set: Partial<AccountSettings>): Promise<void> {
  for (const field of fields) {
    if (set[field] !== undefined) await writeSetting(db, keys[field], set[field])
  }
}
