/**
 * Finds the account that a token belongs to. Unsent records of an account must never be sent in
 * another person's name.
 */
import { join } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { ServiceCheck } from '#shared/ipc/call-results.ts'
import type { CorePorts } from '../ports.ts'
import type { KnownRecords, ServiceFingerprint } from '../store/account/service-fingerprint.ts'
import { peekServiceFingerprint } from '../store/account/peek-database.ts'
import { isSameRecord } from '../store/sync/record-identity.ts'
import { createOneOffClient } from '../sync/http/check-service.ts'
import type { ServiceClient } from '../sync/http/service-client.ts'
import type { AccountRecord, Home } from './home.ts'

/** How many records of each resource are requested, since one or two may be deleted by now. */
export const newestRecordsProbed = 3

/**
 * Finds the account of this computer that the token belongs to, or null. It is the one with the
 * same user, where the service names users, and with records that the service returns for that
 * token. An account in which nothing was ever recorded fits every token; one with entries that no
 * service has seen cannot be assigned with certainty and is left alone. Fails with `service` where
 * that cannot be determined.
 */
export async function findAccountForToken(
  ports: CorePorts,
  home: Home,
  { url, user }: ServiceCheck,
  { header, scheme, token }: { header: string; scheme: string; token: string },
): Promise<Result<AccountRecord | null>> {
  const here = home
    .read()
    .accounts.filter((record) => record.kind === 'connected' && record.url === url)
  const isNamed = (record: AccountRecord) => user !== null && record.user === user
  const unnamed = here.filter((record) => record.user === null || user === null)
  for (const record of [...here.filter(isNamed), ...unnamed]) {
    const glance = peekServiceFingerprint(
      join(home.folder(record.account), 'stint.db'),
      newestRecordsProbed,
    )
    if (glance === null) continue
    // The dates that are known here were read in the zone of the account.
    const connection = { url, header, scheme, zone: record.zone }
    const client = createOneOffClient(ports.http, ports.clock, connection, token)
    const fitting = await matchToken(client, { ...glance, user: record.user }, user)
    if (!fitting.ok) return fitting
    if (fitting.value === 'yes') return ok(record)
  }
  return ok(null)
}

/** What identifies an account on its service. */
export interface KnownServiceData extends ServiceFingerprint {
  /** The user's name, where the service stated it. */
  user: string | null
}

/** `unknown`: the service returns nothing that could decide it. */
export type TokenMatch = 'yes' | 'no' | 'unknown'

/**
 * Decides whether a token belongs to what an account knows. A user name alone proves little,
 * because one person may be in two organisations, and neither does an id: some services number the
 * records of each organisation, and one that was restored from a backup gives the ids of what it
 * lost to others. A record that was created when the known one was proves it.
 * @param user the token's user, where the service states it
 */
export async function matchToken(
  client: ServiceClient,
  { known, isEmpty, trust, user: former }: KnownServiceData,
  user: string | null,
): Promise<Result<TokenMatch>> {
  const isNamed = former !== null && user !== null
  if (isNamed && former !== user) return ok('no')
  // Only a service that names its users has endpoints for the records that entries refer to, such
  // as projects.
  const resources = user === null ? recorded : [...recorded, ...reference]
  const all = resources.flatMap((one) =>
    known[one].map((record) => ({ ...record, address: `/${paths[one]}/${record.id}` })),
  )
  if (all.length === 0) return ok(isEmpty || isNamed ? 'yes' : 'unknown')
  // An id alone counts only where nothing has a date.
  const dated = all.filter((record) => record.created_at !== null)
  for (const { address, id, created_at } of dated.length > 0 ? dated : all) {
    const answer = await client.get(address)
    if (answer.is === 'applied') {
      const shown = { id, created_at: String(answer.body.created_at) }
      if (created_at === null || isSameRecord({ id, created_at }, shown, trust)) return ok('yes')
    } else if (answer.is !== 'gone') {
      return fail('service', 'Stint can’t tell whose access token this is. Try again in a minute')
    }
  }
  return ok('no')
}

const recorded = ['time', 'expense', 'category'] as const
const reference = ['project', 'client', 'task', 'charge'] as const

const paths: Record<keyof KnownRecords, string> = {
  time: 'times',
  expense: 'expenses',
  category: 'categories',
  project: 'projects',
  client: 'clients',
  task: 'tasks',
  charge: 'charges',
}
