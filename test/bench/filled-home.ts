/** Data folders with one account, as the app and the command line open them. */
import { keepToken } from '#core/accounts/account-token.ts'
import { openHome, type AccountRecord } from '#core/accounts/home.ts'
import { accountPaths } from '#core/backup/account-paths.ts'
import { createFileSecrets } from '#core/node/secrets-file.ts'
import { createSystemClock } from '#core/node/clock.ts'
import { openStore } from '#core/store/open/open-store.ts'
import { unwrap } from '#shared/errors.ts'
import { machineDefaults } from '#shared/ipc/settings.ts'
import { fill } from './data.ts'

const account = 'here'

function keep(folder: string, kind: AccountRecord['kind'], url: string | null): string {
  const home = openHome(folder)
  const record: AccountRecord = {
    ...{ account, kind, name: 'In Stint', url, user: null },
    ...{ header: 'Authorization', scheme: 'Bearer', zone: 'UTC' },
  }
  home.write({ current: account, settings: machineDefaults, accounts: [record] })
  return accountPaths(home.folder(account)).database
}

/**
 * Creates an account that stays on this machine, filled by data.ts. Returns the path of its
 * database.
 */
export async function fillHome(folder: string, entries: number): Promise<string> {
  const file = keep(folder, 'local', null)
  const store = unwrap(
    await openStore({ file, groups: ['model', 'client'], now: unwrap(createSystemClock()).now() }),
  )
  await fill(store, entries)
  await store.close()
  return file
}

/** An account of a service, which has never synced. */
export async function keepConnectedHome(folder: string, url: string): Promise<void> {
  const file = keep(folder, 'connected', url)
  // A missing file would count as lost.
  const store = unwrap(
    await openStore({ file, groups: ['model', 'client'], now: unwrap(createSystemClock()).now() }),
  )
  await store.close()
  await keepToken(createFileSecrets(folder), { account, url }, 'token')
}
