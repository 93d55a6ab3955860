/** The accounts of this machine: adding, switching and removing them. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { AccountSummary } from '#shared/ipc/views.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { CorePorts } from '../ports.ts'
import { checkService } from '../sync/check.ts'
import type { AccountRecord, Home } from './home.ts'

type Address = CallArguments<'account.connect'>

export const summaryOf = ({ account, kind, name, url }: AccountRecord): AccountSummary => ({
  account,
  kind,
  name,
  url,
})

/**
 * Checks the service, then keeps the account and its token. An account for the same address and
 * the same person takes the new token; anyone else gets an account of their own.
 */
export async function connectAccount(
  ports: CorePorts,
  home: Home,
  address: Address,
): Promise<Result<AccountRecord>> {
  const checked = await checkService(ports.http, ports.clock, address)
  if (!checked.ok) return checked
  const { url, name, user } = checked.value
  const state = home.read()
  const known = state.accounts.find(
    (record) => record.kind === 'connected' && record.url === url && record.user === user,
  )
  const record: AccountRecord = {
    account: known && user !== null ? known.account : newAccountName(ports, name),
    kind: 'connected',
    name,
    url,
    header: address.header ?? 'Authorization',
    scheme: address.scheme ?? 'Bearer',
    zone: address.zone ?? 'UTC',
    user,
  }
  await ports.secrets.set(record.account, address.token)
  keep(home, record)
  return ok(record)
}

/** The account that stays on this machine; there is one at most. */
export function localAccount(ports: CorePorts, home: Home): AccountRecord {
  return keepOne(ports, home, 'local', 'This machine')
}

/** The account of the demo organisation; there is one at most. */
export function demoAccount(ports: CorePorts, home: Home): AccountRecord {
  return keepOne(ports, home, 'demo', 'Fernwood Studio')
}

function keepOne(ports: CorePorts, home: Home, kind: 'local' | 'demo', name: string) {
  const known = home.read().accounts.find((record) => record.kind === kind)
  const record: AccountRecord = known ?? {
    account: newAccountName(ports, kind === 'local' ? 'local' : 'demo'),
    kind,
    name,
    url: null,
    header: 'Authorization',
    scheme: 'Bearer',
    zone: 'UTC',
    user: null,
  }
  keep(home, record)
  return record
}

/** Adds or replaces the account's record and makes it the current one. */
export function keep(home: Home, record: AccountRecord): void {
  const state = home.read()
  const others = state.accounts.filter((other) => other.account !== record.account)
  home.write({ ...state, current: record.account, accounts: [...others, record] })
}

/** Makes an account the current one. Fails with `not-found`. */
export function useAccount(home: Home, account: string): Result<AccountRecord> {
  const state = home.read()
  const record = state.accounts.find((candidate) => candidate.account === account)
  if (!record) return fail('not-found', `There is no account ${account} here`)
  home.write({ ...state, current: account })
  return ok(record)
}

/** Removes an account, its token and all its data from this machine. Its session is closed before. */
export async function removeAccount(
  ports: CorePorts,
  home: Home,
  account: string,
): Promise<Result<null>> {
  const state = home.read()
  if (!state.accounts.some((record) => record.account === account)) {
    return fail('not-found', `There is no account ${account} here`)
  }
  const accounts = state.accounts.filter((record) => record.account !== account)
  const current = state.current === account ? (accounts.at(-1)?.account ?? null) : state.current
  home.write({ ...state, current, accounts })
  await ports.secrets.remove(account)
  home.removeFolder(account)
  return ok(null)
}

/** A folder name that a person recognises: words of the name and a few random letters. */
function newAccountName(ports: CorePorts, name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 32)
  const letters = ports.random
    .token(6)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 6)
  return `${words || 'account'}-${letters}`
}
