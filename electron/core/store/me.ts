/**
 * Who the person at this machine is. What is made here carries their row from the first moment;
 * when the service says who they are, that row and the service's become one.
 */
import type { Db, Trx } from './db.ts'
import { readSetting, writeSetting } from './settings.ts'
import { findLocal, remoteIds, unsentTie } from './sync-records.ts'
import { insertUser, updateUser } from './users.ts'

const key = 'me.local'

/** Local id of the person's own user row, or null in a store that was never opened as an account. */
export const me = (db: Db): Promise<number | null> => readSetting<number | null>(db, key, null)

/** Makes the person's own row where there is none yet. Answers its local id. */
export function ensureMe(db: Db, organisation: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const known = await me(trx)
    if (known !== null) return known
    const local = await insertUser(trx, { organisation_id: organisation })
    await updateUser(trx, local, { tie: unsentTie(local) })
    await writeSetting(trx, key, local)
    return local
  })
}

/**
 * The service says who the person is: what was made here before it did becomes theirs.
 * @param remote the service's id of a user that is here already
 */
export async function rememberMe(trx: Trx, remote: number): Promise<void> {
  const local = await findLocal(trx, 'user', remote)
  const before = await me(trx)
  if (local === undefined || local === before) return
  await writeSetting(trx, key, local)
  // Somebody whom the service had named already keeps their own entries.
  if (before === null || (await remoteIds(trx, 'user', [before])).has(before)) return
  for (const table of ['time_entry', 'expense'] as const) {
    await trx.updateTable(table).set({ user_id: local }).where('user_id', '=', before).execute()
  }
  await trx.deleteFrom('user').where('id', '=', before).execute()
}

/** What counts as the person's own (DECISIONS.md, Mine and everyone). */
export interface Mine {
  me: number | null
  /** Every entry of the account, whoever made it. */
  everything: boolean
}

export const everythingIsMineKey = 'mine.everything'

/**
 * @param namesUsers whether the service says who an entry belongs to; where it does not, all that
 *   the account shows counts as the person's own unless they said otherwise
 */
export async function readMine(db: Db, namesUsers: boolean): Promise<Mine> {
  return {
    me: await me(db),
    everything: await readSetting<boolean>(db, everythingIsMineKey, !namesUsers),
  }
}

/** True for an entry of this user (a local id; null where nobody is named). */
export const isMine = ({ me, everything }: Mine, user: number | null): boolean =>
  everything || (user !== null && user === me)
