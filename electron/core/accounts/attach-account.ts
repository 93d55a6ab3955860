/**
 * Connects the local account or the demo to a service. The database stays in use, and the records
 * made in it are sent once the person has matched its projects and tasks to those of the service
 * (actions/match-references.ts).
 */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { CorePorts } from '../ports.ts'
import type { Db } from '../store/database/db.ts'
import { detachFromService } from '../store/account/detach-service.ts'
import { checkService } from '../sync/http/check-service.ts'
import { keepToken } from './account-token.ts'
import { connectionSettings } from './manage-accounts.ts'
import { saveAccountRecord, type AccountRecord, type Home } from './home.ts'

/**
 * Fails with `conflict` where the account is already connected, or another account of this computer
 * is connected to that service as the same user; otherwise as `checkService` does. A failure
 * changes nothing. Records that the demo's service created are removed; what the person recorded
 * stays.
 * @param db the account's database
 * @param quiet stops requests to the account's old service; called when nothing can fail any more
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
      '“{name}” on this computer is already connected to this service as {user}. Use that account, or remove it first',
      { name: other.name, user },
    )
  }
  await quiet()
  if (record.kind === 'demo') await db.transaction().execute(detachFromService)
  const attached: AccountRecord = {
    account: record.account,
    kind: 'connected',
    name: checked.value.name,
    ...connectionSettings(checked.value, address),
  }
  await keepToken(ports.secrets, attached, address.token.trim())
  saveAccountRecord(home, attached)
  return ok(attached)
}
