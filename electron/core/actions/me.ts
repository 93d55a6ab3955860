/** Who the person at this machine is, as far as the service said. */
import { readSetting } from '../store/settings.ts'
import { findLocal } from '../store/sync-records.ts'
import type { Db } from '../store/db.ts'

/** Local id of the account's own user, or null while the service has not named one. */
export async function me(db: Db): Promise<number | null> {
  const remote = await readSetting<number | null>(db, 'me', null)
  return remote === null ? null : ((await findLocal(db, 'user', remote)) ?? null)
}
