/** Whose token it is: what is unsent in an account must never go out in somebody else's name. */
import { join } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { ServiceCheck } from '#shared/ipc/views.ts'
import type { CorePorts } from '../ports.ts'
import { glanceInto } from '../store/peek.ts'
import { askingClient } from '../sync/check.ts'
import type { Client } from '../sync/client.ts'
import type { AccountRecord, Home } from './home.ts'

/** How many entries are looked for to tell whose a token is: one or two may be deleted by now. */
export const knownEntries = 3

/**
 * The account of this machine that the token belongs to, or null. Where the service names its
 * people, by name; else by whether the entries that the account knows are there. An account in
 * which nothing was ever recorded fits everyone; one with entries that no service has seen is
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
  const named = here.find((record) => user !== null && record.user === user)
  if (named) return ok(named)
  const client = askingClient(ports.http, ports.clock, { url, header, scheme }, token)
  for (const record of here.filter((one) => one.user === null || user === null)) {
    const glance = glanceInto(join(home.folder(record.account), 'stint.db'), knownEntries)
    if (glance === null) continue
    if (glance.newestTimes.length === 0) {
      if (glance.isEmpty) return ok(record)
      continue
    }
    const same = await seesAny(client, glance.newestTimes)
    if (!same.ok) return same
    if (same.value) return ok(record)
  }
  return ok(null)
}

/**
 * Whether a token leads to any of these entries; to none of none counts as well. Nobody else's
 * entries are shown (404), so one that is found was made in the same organisation.
 */
export async function seesAny(client: Client, times: readonly number[]): Promise<Result<boolean>> {
  for (const time of times) {
    const answer = await client.get(`/times/${time}`)
    if (answer.is === 'applied') return ok(true)
    if (answer.is !== 'gone') {
      return fail('service', 'The service did not say whose token this is; try again in a minute')
    }
  }
  return ok(times.length === 0)
}
