/**
 * Determines which entries count as the person's own in an account. Where the service names no one,
 * all of them do by default: otherwise a person alone on such a service would see none of what they
 * entered on another computer.
 */
import type { Db } from '../store/database/db.ts'
import { readOwnershipRule, type OwnershipRule } from '../store/account/current-user.ts'
import { readSyncCheckpoint } from '../sync/pass/sync-checkpoint.ts'

/** True where the service says who an entry belongs to. */
export const serviceNamesUsers = async (db: Db): Promise<boolean> =>
  (await readSyncCheckpoint(db)).capabilities.includes('user')

/**
 * Returns the user of the store whose entries count; undefined: everyone's count. The person's own
 * entries are found by an index on the user, so without a row of theirs there is nothing to filter
 * by.
 */
export async function ownershipFilter(
  db: Db,
  whose: 'mine' | 'everyone',
): Promise<number | undefined> {
  const mine = await currentOwnershipRule(db)
  return whose === 'everyone' || mine.everything ? undefined : (mine.me ?? undefined)
}

/** The person's setting, or else a default that depends on whether the service names users. */
export async function currentOwnershipRule(db: Db): Promise<OwnershipRule> {
  return readOwnershipRule(db, await serviceNamesUsers(db))
}
