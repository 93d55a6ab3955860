/**
 * Turning the account of this machine, or the demo's, into one that is connected to a service: the
 * same database goes on, and what was made in it is sent once the person has said which of the
 * service's projects and tasks it belongs to (actions/matching.ts).
 */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { CorePorts } from '../ports.ts'
import type { Db } from '../store/db.ts'
import { keepOwnOnly } from '../store/own-records.ts'
import { checkService } from '../sync/check.ts'
import { keepToken } from './account-token.ts'
import { connectionOf } from './accounts.ts'
import { keep, type AccountRecord, type Home } from './home.ts'

/**
 * Fails with `conflict` where the account is connected already, or another one of this machine is
 * connected to that service as the same person; else as `checkService` does. Nothing has changed
 * then. What the demo's own service had made goes; what the person made in it stays.
 * @param db the account's database
 * @param quiet ends what still talks to the account's old service; called when nothing can fail
 *   any more
 */
export async function attachAccount(
  ports: CorePorts,
  home: Home,
  record: AccountRecord,
  db: Db,
  address: CallArguments<'account.connect'>,
  quiet: () => Promise<void>,
): Promise<Result<AccountRecord>> {
  if (record.kind === 'connected') {
    return fail('conflict', 'This account is already connected to a service')
  }
  const checked = await checkService(ports.http, ports.clock, address)
  if (!checked.ok) return checked
  const { url, user } = checked.value
  const other = home
    .read()
    .accounts.find((one) => one.kind === 'connected' && one.url === url && one.user === user)
  if (other && user !== null) {
    return fail(
      'conflict',
      `“${other.name}” on this computer is already connected to this service as ${user}. Use that account, or remove it first`,
    )
  }
  await quiet()
  if (record.kind === 'demo') await db.transaction().execute(keepOwnOnly)
  const attached: AccountRecord = {
    account: record.account,
    kind: 'connected',
    name: checked.value.name,
    ...connectionOf(checked.value, address),
  }
  await keepToken(ports.secrets, attached, address.token.trim())
  keep(home, attached)
  return ok(attached)
}
