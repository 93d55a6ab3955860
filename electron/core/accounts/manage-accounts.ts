/** Adds, switches and removes the accounts of this computer. */
import { fail, failField, failFields, ok, type Failure, type Result } from '#shared/errors.ts'
import type { ServiceCheck } from '#shared/ipc/call-results.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { CorePorts } from '../ports.ts'
import type { Db } from '../store/database/db.ts'
import { readServiceFingerprint } from '../store/account/service-fingerprint.ts'
import { createOneOffClient, checkService, normalizeAddress } from '../sync/http/check-service.ts'
import { isSameHost } from '#shared/rules/moved-service.ts'
import { keepToken, tokenOf } from './account-token.ts'
import { accountNotFound, saveAccountRecord, type AccountRecord, type Home } from './home.ts'
import { findAccountForToken, matchToken, newestRecordsProbed } from './token-owner.ts'

type Address = CallArguments<'account.connect'>

/**
 * Checks the service, then stores the account and its token. An account with the same URL and the
 * same user gets the new token; anyone else gets a separate account. Where the service does not
 * name the user, the entries that an account already has identify it (token-owner.ts).
 */
export async function connectAccount(
  ports: CorePorts,
  home: Home,
  address: Address,
): Promise<Result<AccountRecord>> {
  const checked = await checkService(ports.http, ports.clock, address)
  if (!checked.ok) return checked
  const { name } = checked.value
  const connection = connectionSettings(checked.value, address)
  const token = address.token.trim()
  const known = await findAccountForToken(ports, home, checked.value, { ...connection, token })
  if (!known.ok) return onToken(known.error)
  const record: AccountRecord = {
    account: known.value?.account ?? newAccountName(ports, name),
    kind: 'connected',
    name,
    ...connection,
    user: connection.user ?? known.value?.user ?? null,
  }
  await keepToken(ports.secrets, record, token)
  saveAccountRecord(home, record)
  return ok(record)
}

/** Returns the connection settings that are stored for a service that was checked. */
export const connectionSettings = ({ url, user }: ServiceCheck, address: Address) => ({
  url,
  header: address.header ?? 'Authorization',
  scheme: address.scheme ?? 'Bearer',
  zone: address.zone ?? 'UTC',
  user,
})

/**
 * Gives the open account a new token if it belongs to the same person: unsent records must never be
 * sent in another person's name. Otherwise nothing is stored. Fails with `conflict` where the
 * account has no token to renew or is no longer the current one, with `validation` where the token
 * is another person's, or as `checkService` does; except for the conflicts, the failure names the
 * field `token`.
 * @param db the account's database
 */
export async function renewToken(
  ports: CorePorts,
  home: Home,
  record: AccountRecord,
  db: Db,
  token: string,
): Promise<Result<AccountRecord>> {
  const { account, kind, url, header, scheme, zone } = record
  if (kind !== 'connected' || url === null) {
    return fail(
      'conflict',
      'This account isn’t connected to a service, so it doesn’t need an access token',
    )
  }
  const known = await readServiceFingerprint(db, newestRecordsProbed)
  const trimmed = token.trim()
  const checked = await checkService(ports.http, ports.clock, {
    url,
    header,
    scheme,
    zone,
    token: trimmed,
  })
  if (!checked.ok) return onToken(checked.error)

  const { user } = checked.value
  const connection = { url: checked.value.url, header, scheme, zone }
  const client = createOneOffClient(ports.http, ports.clock, connection, trimmed)
  const fitting = await matchToken(client, { ...known, user: record.user }, user)
  if (!fitting.ok) return onToken(fitting.error)
  if (fitting.value !== 'yes') return failField('token', notTheirs[fitting.value])
  // The check took time: another window may have switched accounts since.
  if (home.read().current !== account) {
    return fail('conflict', 'Another account is open now. Switch back to this one first')
  }
  const renewed: AccountRecord = {
    ...record,
    url: checked.value.url,
    user: user ?? record.user,
  }
  await keepToken(ports.secrets, renewed, trimmed)
  saveAccountRecord(home, renewed)
  return ok(renewed)
}

/**
 * Gives the open account another address of the same host, to which its service has moved, with the
 * token that it has. Fails with `validation` for another host, or http in place of https, and as
 * `renewToken` does; the failure names the field `url`.
 */
export async function moveAccount(
  ports: CorePorts,
  home: Home,
  record: AccountRecord,
  db: Db,
  typed: string,
): Promise<Result<AccountRecord>> {
  const url = normalizeAddress(typed)
  if (!url.ok) return url
  if (record.url !== null && !isSameHost(record.url, url.value)) {
    return failField(
      'url',
      'The access token is only for {url}. To use another service, connect to it with its own token',
      { url: new URL(record.url).origin },
    )
  }
  const token = await tokenOf(ports.secrets, record)
  if (token === null && record.kind === 'connected') {
    return fail('unauthenticated', 'This account is signed out. Sign in again first')
  }
  const moved = await renewToken(ports, home, { ...record, url: url.value }, db, token ?? '')
  if (moved.ok || moved.error.code === 'conflict') return moved
  const { code, message } = moved.error
  return failFields(code, message, { url: [message] })
}

const notTheirs = {
  no: 'This access token belongs to someone else. Add it as a separate account',
  unknown:
    'Stint can’t tell whose access token this is, and the service has none of this account’s data. Add it as a separate account',
}

/** The token is the only input, so every problem is reported at its field. */
const onToken = ({ code, message }: Failure): Result<never> =>
  failFields(code, message, { token: [message] })

/**
 * Makes the local account of this computer current, and creates it when absent; there is at most
 * one.
 */
export function ensureLocalAccount(ports: CorePorts, home: Home): AccountRecord {
  return keepOne(ports, home, 'local', 'This machine')
}

/** Makes the demo account current, and creates it when absent; there is at most one. */
export function ensureDemoAccount(ports: CorePorts, home: Home): AccountRecord {
  return keepOne(ports, home, 'demo', 'Fernwood Studio')
}

function keepOne(ports: CorePorts, home: Home, kind: 'local' | 'demo', name: string) {
  return home.setUp(kind, newAccountName(ports, kind), (account) => {
    const known = home.read().accounts.find((record) => record.kind === kind)
    const record: AccountRecord = known ?? {
      account,
      kind,
      name,
      url: null,
      user: null,
      header: 'Authorization',
      scheme: 'Bearer',
      zone: 'UTC',
    }
    saveAccountRecord(home, record)
    return record
  })
}

/** Makes an account the current one. Fails with `not-found`. */
export function switchAccount(home: Home, account: string): Result<AccountRecord> {
  const state = home.read()
  const record = state.accounts.find((candidate) => candidate.account === account)
  if (!record) return accountNotFound(account)
  home.write({ ...state, current: account })
  return ok(record)
}

/**
 * Deletes an account's token and keeps its data. Fails with `not-found`, or with `conflict` where
 * the account has no service.
 */
export async function signOut(
  ports: CorePorts,
  home: Home,
  account: string,
): Promise<Result<AccountRecord>> {
  const record = home.read().accounts.find((one) => one.account === account)
  if (!record) return accountNotFound(account)
  if (record.kind !== 'connected') {
    return fail(
      'conflict',
      'This account isn’t connected to a service, so there’s nothing to sign out of',
    )
  }
  await ports.secrets.remove(account)
  return ok(record)
}

/**
 * Removes an account, its token and all its data from this computer. The caller closes its session
 * first. Fails with `not-found`.
 */
export async function removeAccount(
  ports: CorePorts,
  home: Home,
  account: string,
): Promise<Result<null>> {
  const state = home.read()
  if (!state.accounts.some((record) => record.account === account)) {
    return accountNotFound(account)
  }
  const accounts = state.accounts.filter((record) => record.account !== account)
  const current = state.current === account ? (accounts.at(-1)?.account ?? null) : state.current
  home.write({ ...state, current, accounts })
  await ports.secrets.remove(account)
  home.removeFolder(account)
  return ok(null)
}

/**
 * Builds a folder name that a person recognizes: words of the account's name and a few random
 * letters.
 */
function newAccountName(ports: CorePorts, name: string): string {
  const words = name
    .slice(0, 100)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 32)
  const letters = ports.random
    .token(6)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 6)
  return `${words || 'account'}-${letters}`
}
