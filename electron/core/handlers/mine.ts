/** What counts as the person's own in an account (DECISIONS.md, Mine and everyone). */
import type { Db } from '../store/db.ts'
import { readMine, type Mine } from '../store/me.ts'
import { readMemory } from '../sync/memory.ts'

/** True where the service says who an entry belongs to. */
export const namesUsers = async (db: Db): Promise<boolean> =>
  (await readMemory(db)).capabilities.includes('user')

/**
 * The user of the store whose entries count; undefined: everyone's do. What is the person's own is
 * asked for by an index, so without a row of theirs there is nothing to narrow it by.
 */
export async function userOf(db: Db, whose: 'mine' | 'everyone'): Promise<number | undefined> {
  const mine = await mineOf(db)
  return whose === 'everyone' || mine.everything ? undefined : (mine.me ?? undefined)
}

/** Goes by what the service can tell, unless the person said otherwise. */
export async function mineOf(db: Db): Promise<Mine> {
  return readMine(db, await namesUsers(db))
}
