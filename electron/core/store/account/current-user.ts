/**
 * The current user. Records that are created here refer to a local user row from the beginning;
 * when the service identifies the person, that row is merged with the service's.
 */
import type { Db, Trx } from '../database/db.ts'
import { namePerson } from '../sync/entry-uids.ts'
import { readSetting, writeSetting } from './settings.ts'
import { findLocalId, readRemoteIds, provisionalTie } from '../sync/sync-records.ts'
import { insertUser, updateUser } from '../resources/users.ts'

const key = 'me.local'

/** Local id of the current user's row; null in a store that was never opened as an account. */
export const readCurrentUser = (db: Db): Promise<number | null> =>
  readSetting<number | null>(db, key, null)

/** Returns the service's id of the token's owner; null where it is not known. */
export async function readMyRemoteId(db: Db): Promise<number | null> {
  const local = await readCurrentUser(db)
  return local === null ? null : ((await readRemoteIds(db, 'user', [local])).get(local) ?? null)
}

/** Creates the current user's row if there is none. Returns its local id. */
export function ensureCurrentUser(db: Db, organisation: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const known = await readCurrentUser(trx)
    if (known !== null) return known
    const local = await insertUser(trx, { organisation_id: organisation })
    await updateUser(trx, local, { tie: provisionalTie(local) })
    await writeSetting(trx, key, local)
    return local
  })
}

/**
 * Sets the user whom the service identified as the current one. Entries that were created here
 * before then are assigned to this user.
 * @param remote the service's id of a user that exists here
 */
export async function linkCurrentUser(trx: Trx, remote: number): Promise<void> {
  const local = await findLocalId(trx, 'user', remote)
  const before = await readCurrentUser(trx)
  if (local === undefined || local === before) return
  await writeSetting(trx, key, local)
  await namePerson(trx, remote)
  // A previous user whom the service knows keeps their own entries.
  if (before === null || (await readRemoteIds(trx, 'user', [before])).has(before)) return
  for (const table of ['time_entry', 'expense'] as const) {
    await trx.updateTable(table).set({ user_id: local }).where('user_id', '=', before).execute()
  }
  await trx.deleteFrom('user').where('id', '=', before).execute()
}

/** Which entries count as the person's own (see handlers/entry-ownership.ts). */
export interface OwnershipRule {
  me: number | null
  /** True: all entries of the account, regardless of their user. */
  everything: boolean
}

export const everythingIsOwnKey = 'mine.everything'

/**
 * @param namesUsers whether the service says to whom an entry belongs; if not, all entries of the
 *   account count as the person's own by default
 */
export async function readOwnershipRule(db: Db, namesUsers: boolean): Promise<OwnershipRule> {
  return {
    me: await readCurrentUser(db),
    everything: await readSetting<boolean>(db, everythingIsOwnKey, !namesUsers),
  }
}

/** True for an entry of this user (a local id; null where the entry names none). */
export const isOwnEntry = ({ me, everything }: OwnershipRule, user: number | null): boolean =>
  everything || (user !== null && user === me)
