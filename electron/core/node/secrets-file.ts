import { chmod, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '../ports.ts'
import { writePrivateFile } from './private-file.ts'

/**
 * Access tokens as files: `<home>/accounts/<account>/token`, readable by this person only. What
 * machines without a keychain have, and the command line. A token that the app's keychain sealed
 * cannot be read here; it is known, replaced and removed.
 */
export function fileSecrets(home: string): Secrets {
  const sealed = (account: string) => sealedTokenFile(home, account)
  return {
    get: (account) => readToken(tokenFile(home, account)),
    async has(account) {
      return (await this.get(account)) !== null || (await isThere(sealed(account)))
    },
    async set(account, token) {
      await writePrivateFile(tokenFile(home, account), token)
      // The folder may be older than the token, and wider than it should be.
      await chmod(accountFolder(home, account), 0o700)
      await rm(sealed(account), { force: true })
    },
    async remove(account) {
      await rm(tokenFile(home, account), { force: true })
      await rm(sealed(account), { force: true })
    },
  }
}

export const tokenFile = (home: string, account: string): string =>
  join(accountFolder(home, account), 'token')

/** The token as the app's keychain sealed it. */
export const sealedTokenFile = (home: string, account: string): string =>
  join(accountFolder(home, account), 'token.sealed')

/**
 * The folder of an account.
 * @throws when the name could lead out of the folder of accounts: account names are made by the
 * core, so this is a bug
 */
function accountFolder(home: string, account: string): string {
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(account)) throw new Error(`No account name: ${account}`)
  return join(home, 'accounts', account)
}

async function readToken(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim() || null
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw reason
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
