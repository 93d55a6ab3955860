/**
 * Sets up a service that can be tried at once: an organisation with months of work, and a token.
 */
import type { Store } from '#core/store/open/open-store.ts'
import { listOrganisations } from '#core/store/resources/organisations.ts'
import { revokeTokensOfUser } from '#core/store/service/tokens.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { issueToken } from '../administration.ts'
import { writeInTransaction } from '../write.ts'
import { fillDemo } from './fill-demo.ts'
import { demoOrganisation, demoUsers } from './demo-organisation.ts'

/**
 * How many of the demo's tokens stay valid. Every start creates one, and a client that was
 * connected before the service stopped continues with its own.
 */
const keptTokens = 20

/**
 * Fills the database when it is empty and creates a new token for the demo's owner. Fails with
 * `conflict` when the database holds something else.
 */
export async function prepareDemo(
  store: Store,
  clock: { now(): number; zone(): string },
): Promise<Result<{ token: string }>> {
  const { db } = store
  const now = clock.now()
  await writeInTransaction(db, null, async (trx) => {
    if ((await listOrganisations(trx)).length === 0) {
      await fillDemo(trx, { now, zone: clock.zone() })
    }
  })
  const owner = await db
    .selectFrom('user')
    .innerJoin('organisation', 'organisation.id', 'user.organisation_id')
    .select('user.id')
    .where('organisation.name', '=', demoOrganisation)
    .where('user.email', '=', demoUsers[0].email)
    .executeTakeFirst()
  if (!owner) {
    return fail(
      'conflict',
      'The demo needs an empty database, and this one already has an organization. Use another file',
    )
  }
  const issued = await issueToken(store, { email: demoUsers[0].email }, toTimestamp(now))
  if (!issued.ok) return issued
  await writeInTransaction(db, null, (trx) =>
    revokeTokensOfUser(trx, owner.id, toTimestamp(now), keptTokens),
  )
  return ok(issued.value)
}
