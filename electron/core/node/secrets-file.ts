import { chmod, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '../ports.ts'
import { writePrivateFile } from './private-file.ts'

/**
 * Access tokens as files: `<home>/accounts/<account>/token`, readable by this person only. What
 * machines without a keychain have, and the command line.
 */
export function fileSecrets(home: string): Secrets {
  const file = (account: string) => join(accountFolder(home, account), 'token')
  return {
    async get(account) {
      try {
        return (await readFile(file(account), 'utf8')).trim() || null
      } catch (reason) {
        if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw reason
      }
    },
    async set(account, token) {
      await writePrivateFile(file(account), token)
      // The folder may be older than the token, and wider than it should be.
      await chmod(accountFolder(home, account), 0o700)
    },
    async remove(account) {
      await rm(file(account), { force: true })
    },
  }
}

/**
 * The folder of an account.
 * @throws when the name could lead out of the folder of accounts: account names are made by the
 * core, so this is a bug
 */
export function accountFolder(home: string, account: string): string {
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(account)) throw new Error(`No account name: ${account}`)
  return join(home, 'accounts', account)
}
