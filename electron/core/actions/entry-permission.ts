/**
 * Checks whether a person may change an entry. A member's change to a colleague's is rejected here,
 * because the service would reject it later; until the service has said who the person is, the
 * service decides.
 */
import { fail, unwrap } from '#shared/errors.ts'
import type { Db } from '../store/database/db.ts'
import { readCurrentUser } from '../store/account/current-user.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { readRemoteIds } from '../store/sync/sync-records.ts'

/**
 * Throws `forbidden` for another person's entry, unless the current user is an owner of the
 * organisation. Where the service never said who the current user is, the service decides when the
 * change is sent.
 * @param user local id of the entry's user; null where it has none
 */
export async function requireEntryWritable(db: Db, user: number | null): Promise<void> {
  if (user === null) return
  const own = await readCurrentUser(db)
  if (own === null || own === user) return
  const [mine] = await userOf(db, { user: own })
  if (mine?.owner === 1 || !(await readRemoteIds(db, 'user', [own])).has(own)) return
  const [theirs] = await userOf(db, { user })
  const name = theirs?.name
  unwrap(
    name
      ? fail(
          'forbidden',
          'This is {name}’s entry. Only they or an organization owner can edit it',
          {
            name,
          },
        )
      : fail(
          'forbidden',
          'This is someone else’s entry. Only they or an organization owner can edit it',
        ),
  )
}

const userOf = prepared((db, values: { user: number }) =>
  db.selectFrom('user').select(['name', 'owner']).where('id', '=', values.user),
)
