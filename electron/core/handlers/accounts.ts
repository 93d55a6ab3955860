/** Handlers of the calls on the accounts of this computer. */
import { ok, type Result } from '#shared/errors.ts'
import type { accountCalls } from '#shared/ipc/calls/accounts.ts'
import type { AccountSummary } from '#shared/ipc/call-results.ts'
import {
  connectAccount,
  ensureDemoAccount,
  ensureLocalAccount,
  moveAccount,
  removeAccount,
  renewToken,
  signOut,
  switchAccount,
} from '../accounts/manage-accounts.ts'
import { attachAccount } from '../accounts/attach-account.ts'
import { checkRemovable } from '../accounts/account-removal.ts'
import type { AccountRecord, Home } from '../accounts/home.ts'
import type { AccountSessions } from '../accounts/account-sessions.ts'
import { toAccountSummary } from '../accounts/account-record.ts'
import type { CorePorts } from '../ports.ts'
import { checkService } from '../sync/http/check-service.ts'
import type { HandlersOf } from './dispatch.ts'

/** What these handlers need of the core. */
interface Accounts {
  ports: CorePorts
  home: Home
  accounts: AccountSessions
  /** Opens this account in place of the one that is open. */
  enter(record: AccountRecord): Promise<Result<AccountSummary>>
  /** Notifies every window. */
  changed(): void
}

type AccountCalls = Omit<typeof accountCalls, 'app.state' | 'settings.set'>

export function accountHandlers({
  ports,
  home,
  accounts: { withOpenAccount, open, session, record },
  enter,
  changed,
}: Accounts): HandlersOf<AccountCalls> {
  return {
    'account.checkService': (address) => checkService(ports.http, ports.clock, address),
    'account.connect': async (address) => {
      const record = await connectAccount(ports, home, address)
      return record.ok ? enter(record.value) : record
    },
    'account.renewToken': ({ token }) =>
      withOpenAccount(async ({ record, context }) => {
        const renewed = await renewToken(ports, home, record, context.db, token)
        return renewed.ok ? enter(renewed.value) : renewed
      }),
    'account.move': ({ url }) =>
      withOpenAccount(async ({ record, context }) => {
        const moved = await moveAccount(ports, home, record, context.db, url)
        return moved.ok ? enter(moved.value) : moved
      }),
    'account.attach': (address) =>
      withOpenAccount(async ({ record, context, sync }) => {
        const quiet = async () => sync?.stop()
        const attached = await attachAccount(ports, home, record, context.db, address, quiet)
        return attached.ok ? enter(attached.value) : attached
      }),
    'account.signOut': async ({ account }) => {
      const record = await signOut(ports, home, account)
      if (!record.ok) return record
      if (session()?.record.account === account) session()?.sync?.wake()
      changed()
      return ok(toAccountSummary(record.value))
    },
    'account.createLocal': async () => enter(ensureLocalAccount(ports, home)),
    'account.createDemo': async () => enter(ensureDemoAccount(ports, home)),
    'account.list': async () => {
      const { accounts, current } = home.read()
      const listed = accounts.map(async (each) => ({
        ...toAccountSummary(each),
        current: each.account === (session()?.record.account ?? current),
        signedIn: each.kind === 'connected' ? await ports.secrets.has(each.account) : null,
      }))
      return ok(await Promise.all(listed))
    },
    'account.switch': async ({ account }) => {
      const record = switchAccount(home, account)
      return record.ok ? enter(record.value) : record
    },
    'account.remove': async ({ account, unsent }) => {
      const removal = { account, unsent: unsent ?? false }
      const allowed = checkRemovable(ports, home, removal)
      if (!allowed.ok) return allowed
      if (session()?.record.account === account) await open(undefined)
      const removed = await removeAccount(ports, home, account)
      const next = record()
      if (session()?.record.account !== next?.account) await open(next)
      return removed
    },
  }
}
