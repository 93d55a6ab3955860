/** A person enters a token: the real check of its owner, with a machine's own data folder. */
import { renewToken } from '#core/accounts/manage-accounts.ts'
import type { AccountRecord, Home } from '#core/accounts/home.ts'
import { hasEntriesSql } from '#core/store/account/service-fingerprint.ts'
import type { Clock, CorePorts, Http } from '#core/ports.ts'
import type { Account } from './account.ts'
import { looking } from './checks/looking.ts'

/** An account in which nothing was ever recorded fits every owner. */
export const fitsEveryone = ({ database }: Account): boolean =>
  looking(database.sqlite, hasEntriesSql).pluck().get() === 0

/** Gives the open account another token, if it fits; returns whether it did. */
export async function renew(
  account: Account,
  token: string,
  { http, clock }: { http: Http; clock: Clock },
): Promise<boolean> {
  const home = {
    read: () => ({ current: account.record.account, accounts: [account.record] }),
    write({ accounts }: { accounts: [AccountRecord] }) {
      account.record = accounts[0]
    },
  } as unknown as Home
  const secrets = {
    get: () => Promise.resolve(account.token),
    set(_: string, given: string) {
      account.token = (JSON.parse(given) as { token: string }).token
      return Promise.resolve()
    },
    remove: () => Promise.resolve(),
  }
  const ports = { http, clock, secrets } as unknown as CorePorts
  const { record, store } = account
  return (await renewToken(ports, home, record, store!.db, token)).ok
}
