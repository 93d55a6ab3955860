/** Whose token it is: what is unsent in an account must never go out in somebody else's name. */
import { join } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { ServiceCheck } from '#shared/ipc/views.ts'
import type { CorePorts } from '../ports.ts'
import type { Newest } from '../store/newest-remotes.ts'
import { glanceInto } from '../store/peek.ts'
import { askingClient } from '../sync/check.ts'
import type { Client } from '../sync/client.ts'
import type { AccountRecord, Home } from './home.ts'

/** How many records of a kind are looked for: one or two may be deleted by now. */
export const knownRecords = 3

/**
 * The account of this machine that the token belongs to, or null: the one of that name, where the
 * service names its people, and where it shows that token what the account knows of it. An account
 * in which nothing was ever recorded fits everyone; one with entries that no service has seen is
 * nobody's for certain, and left alone. Fails with `service` where that cannot be found out.
 */
export async function accountOfToken(
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
  const client = askingClient(ports.http, ports.clock, { url, header, scheme }, token)
  for (const record of [...here.filter(isNamed), ...unnamed]) {
    const glance = glanceInto(join(home.folder(record.account), 'stint.db'), knownRecords)
    if (glance === null) continue
    const known = { newest: glance.newest, isEmpty: glance.isEmpty, user: record.user }
    const fitting = await fits(client, known, user)
    if (!fitting.ok) return fitting
    if (fitting.value === 'yes') return ok(record)
  }
  return ok(null)
}

/** What an account knows of its service. */
export interface Known {
  newest: Newest
  /** Nothing was ever recorded in it. */
  isEmpty: boolean
  /** The person's name, where the service said it. */
  user: string | null
}

/** `unknown`: the service shows nothing by which it could be told. */
export type Fitting = 'yes' | 'no' | 'unknown'

/**
 * Whether a token leads to what an account knows. A name alone says little: one person may be in
 * two organisations. Nobody is shown another organisation's records (404), so one that is found
 * tells.
 * @param user whose token it is, where the service says so
 */
export async function fits(
  client: Client,
  { newest, isEmpty, user: former }: Known,
  user: string | null,
): Promise<Result<Fitting>> {
  const isNamed = former !== null && user !== null
  if (isNamed && former !== user) return ok('no')
  // Only a service that names its people shows the records that entries are made with.
  const resources = user === null ? recorded : [...recorded, ...reference]
  const addresses = resources.flatMap((one) => newest[one].map((id) => `/${paths[one]}/${id}`))
  if (addresses.length === 0) return ok(isEmpty || isNamed ? 'yes' : 'unknown')
  for (const address of addresses) {
    const answer = await client.get(address)
    if (answer.is === 'applied') return ok('yes')
    if (answer.is !== 'gone') {
      return fail('service', 'Stint can’t tell whose access token this is. Try again in a minute')
    }
  }
  return ok('no')
}

const recorded = ['time', 'expense', 'category'] as const
const reference = ['project', 'client', 'task', 'charge'] as const

const paths: Record<keyof Newest, string> = {
  time: 'times',
  expense: 'expenses',
  category: 'categories',
  project: 'projects',
  client: 'clients',
  task: 'tasks',
  charge: 'charges',
}
