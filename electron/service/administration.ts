/**
 * Administers a service's database for its operator: members, tokens, exchange rates and the epoch.
 */
import type { Store } from '#core/store/open/open-store.ts'
import { insertOrganisation, listOrganisations } from '#core/store/resources/organisations.ts'
import { setRate } from '#core/store/resources/exchange-rates.ts'
import { readEpoch } from '#core/store/service/service-state.ts'
import { insertToken, revokeTokenByHash, revokeTokensOfUser } from '#core/store/service/tokens.ts'
import { insertUser } from '#core/store/resources/users.ts'
import { fail, failField, failFields, ok, type Result } from '#shared/errors.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { currency, requiredText } from '#shared/resources/fields.ts'
import type { ServiceEpoch } from '#shared/resources/service-info.ts'
import { z } from '#shared/resources/zod.ts'
import { hashAccessToken, makeAccessToken } from './access-token.ts'
import { openServiceDatabase, renewEpoch } from './open-service-database.ts'
import { writeInTransaction } from './write.ts'

export interface Administration {
  addOrganisation(organisation: { name: string }): Promise<Result<{ id: number }>>
  /** @param user `organisation` by name or id; absent: the only one that there is */
  addUser(user: NewMember): Promise<Result<{ id: number }>>
  /** Creates a token for the user with this address. It is returned once and not stored. */
  issueToken(user: { email: string }): Promise<Result<{ token: string }>>
  revokeToken(token: string): Promise<Result<null>>
  /** Revokes every token of the user with this address, as after a computer was lost. */
  revokeTokensOf(user: { email: string }): Promise<Result<{ revoked: number }>>
  /** Units of `to` for one unit of `from`, decimal text. */
  setRate(rate: NewRate): Promise<Result<{ id: number }>>
  /** Shows the epoch, or begins a new one, as after the database was set back. */
  epoch(options: { renew: boolean }): Promise<Result<ServiceEpoch>>
  close(): Promise<void>
}

export interface NewMember {
  organisation?: string | number | undefined
  name: string
  email: string
  owner?: boolean
}

export interface NewRate {
  organisation?: string | number | undefined
  from: string
  to: string
  value: string
}

/** Opens a service's database for administration; a running service sees changes at once. */
export async function openAdministration(
  database: string,
  clock: { now(): number },
): Promise<Result<Administration>> {
  const opened = await openServiceDatabase(database, clock.now())
  if (!opened.ok) return opened
  const store = opened.value
  const now = () => toTimestamp(clock.now())
  return ok({
    addOrganisation: (organisation) => addOrganisation(store, organisation, now()),
    addUser: (user) => addUser(store, user, now()),
    issueToken: (user) => issueToken(store, user, now()),
    revokeToken: (token) => revokeToken(store, token, now()),
    revokeTokensOf: (user) => revokeTokensOf(store, user, now()),
    setRate: (rate) => addRate(store, rate, now()),
    async epoch({ renew }) {
      if (renew) await renewEpoch(store.db, clock.now())
      return ok((await readEpoch(store.db))!)
    },
    close: () => store.close(),
  })
}

async function addOrganisation(
  { db }: Store,
  { name }: { name: string },
  now: string,
): Promise<Result<{ id: number }>> {
  const read = requiredText().safeParse(name)
  if (!read.success) return failField('name', 'An organization needs a name')
  return writeInTransaction(db, null, async (trx) => {
    const known = await listOrganisations(trx)
    if (known.some((organisation) => organisation.name === read.data)) {
      return fail('conflict', 'There’s already an organization “{name}”', { name: read.data })
    }
    const id = await insertOrganisation(trx, { name: read.data, created_at: now, updated_at: now })
    return ok({ id })
  })
}

async function addUser(
  { db }: Store,
  user: NewMember,
  now: string,
): Promise<Result<{ id: number }>> {
  const organisation = await organisationId(db, user.organisation)
  if (!organisation.ok) return organisation
  const name = requiredText().safeParse(user.name)
  if (!name.success) return failField('name', 'A user needs a name')
  const email = z.email().max(255).safeParse(user.email.trim())
  if (!email.success) return failField('email', 'A user needs an email address')
  return writeInTransaction(db, organisation.value, async (trx) => {
    const taken = await findUser(trx, email.data)
    if (taken)
      return fail('conflict', 'There’s already a user with the address {email}', {
        email: email.data,
      })
    const id = await insertUser(trx, {
      organisation_id: organisation.value,
      name: name.data,
      email: email.data,
      owner: user.owner ?? false,
      created_at: now,
      updated_at: now,
    })
    return ok({ id })
  })
}

export async function issueToken(
  { db }: Store,
  { email }: { email: string },
  now: string,
): Promise<Result<{ token: string }>> {
  const user = await findUser(db, email.trim())
  if (!user) return noUser(email)
  const token = makeAccessToken()
  await writeInTransaction(db, user.organisation_id, (trx) =>
    insertToken(trx, {
      organisation_id: user.organisation_id,
      user_id: user.id,
      hash: hashAccessToken(token),
      created_at: now,
    }),
  )
  return ok({ token })
}

async function revokeToken({ db }: Store, token: string, now: string): Promise<Result<null>> {
  const revoked = await writeInTransaction(db, null, (trx) =>
    revokeTokenByHash(trx, hashAccessToken(token.trim()), now),
  )
  return revoked ? ok(null) : fail('not-found', 'This token isn’t in use')
}

async function revokeTokensOf(
  { db }: Store,
  { email }: { email: string },
  now: string,
): Promise<Result<{ revoked: number }>> {
  const user = await findUser(db, email.trim())
  if (!user) return noUser(email)
  const revoked = await writeInTransaction(db, user.organisation_id, (trx) =>
    revokeTokensOfUser(trx, user.id, now),
  )
  return ok({ revoked })
}

const noUser = (email: string) =>
  fail('not-found', 'No user with the address {email}', { email: email.trim() })

async function addRate({ db }: Store, rate: NewRate, now: string): Promise<Result<{ id: number }>> {
  const organisation = await organisationId(db, rate.organisation)
  if (!organisation.ok) return organisation
  for (const field of ['from', 'to'] as const) {
    if (!currency.safeParse(rate[field]).success) {
      return failField(field, 'A rate needs two three-letter currency codes, like EUR')
    }
  }
  if (rate.from === rate.to) return failField('to', 'A rate needs two different currencies')
  if (!/^\d{1,7}(\.\d{1,12})?$/.test(rate.value) || Number(rate.value) === 0) {
    return failField('value', 'A rate needs a decimal above 0, like 1.85')
  }
  const id = await writeInTransaction(db, organisation.value, (trx) =>
    setRate(trx, {
      organisation_id: organisation.value,
      from: rate.from,
      to: rate.to,
      value: rate.value,
      at: now,
    }),
  )
  return ok({ id })
}

const severalText = 'There are several organizations. Choose one with --organization'

async function organisationId(
  db: Store['db'],
  named: string | number | undefined,
): Promise<Result<number>> {
  const known = await listOrganisations(db)
  if (named === undefined) {
    const [only, ...more] = known
    if (only && more.length === 0) return ok(only.id)
    return only
      ? failFields('validation', severalText, {
          organization: [severalText],
          organisation: [severalText],
        })
      : fail('not-found', 'No organizations yet. Add one first')
  }
  const found = known.find(({ id, name }) => name === named || String(id) === String(named))
  return found ? ok(found.id) : fail('not-found', 'No organization named “{name}”', { name: named })
}

const findUser = (db: Store['db'], email: string) =>
  db
    .selectFrom('user')
    .select(['id', 'organisation_id'])
    .where('email', '=', email)
    .executeTakeFirst()
