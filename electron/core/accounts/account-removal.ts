/**
 * Checks whether an account may be removed: not while another computer uses it, and not with unsent
 * records unless the person agreed to lose them.
 */
import { fail, failFields, ok, type Result } from '#shared/errors.ts'
import { accountPaths } from '../backup/account-paths.ts'
import type { CorePorts } from '../ports.ts'
import { peekUnsent, type UnsentSummary } from '../store/account/peek-database.ts'
import { databaseFileState } from './database-file.ts'
import { accountNotFound, type AccountRecord, type Home } from './home.ts'
import { accountInUseElsewhereMessage } from './in-use.ts'

/**
 * Fails with `not-found`; with `conflict` while another computer has the account open and, unless
 * `unsent` is true, where records would be lost that no service has: then the failure names the
 * field `unsent`.
 */
export function checkRemovable(
  ports: CorePorts,
  home: Home,
  { account, unsent }: { account: string; unsent: boolean },
): Result<null> {
  const record = home.read().accounts.find((one) => one.account === account)
  if (!record) return accountNotFound(account)
  const paths = accountPaths(home.folder(account))
  const used = accountInUseElsewhereMessage(ports, paths)
  if (used !== undefined) return fail('conflict', used)
  if (unsent || databaseFileState(paths) === 'fresh') return ok(null)
  const lost = peekUnsent(paths.database)
  if (lost && lost.changes === 0 && !lost.timer) return ok(null)
  const message = lost
    ? lossText(record, lost)
    : 'Stint can’t read this account’s database, so unsynced changes may be lost'
  return failFields('conflict', message, { unsent: [message] })
}

/** `Removing this account would lose 3 unsynced changes and the running timer`. */
function lossText({ kind }: AccountRecord, { changes, timer }: UnsentSummary): string {
  const which = (what: string, are: string) =>
    kind === 'local' ? `${what} ${are} only on this computer` : `unsynced ${what}`
  const parts = [
    changes === 0
      ? ''
      : changes === 1
        ? `1 ${which('change', 'that’s')}`
        : `${changes} ${which('changes', 'that are')}`,
    timer ? 'the running timer' : '',
  ].filter(Boolean)
  return `Removing this account would lose ${parts.join(' and ')}`
}
