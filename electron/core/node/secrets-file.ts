import { chmod, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { proxyOwner, type Secrets } from '../ports.ts'
import { writePrivateFile } from './private-file.ts'

/**
 * Access tokens as files: `<home>/accounts/<account>/token`, readable by this person only; beside
 * `accounts`, the password of a proxy. What machines without a keychain have, and the command
 * line. What the app's keychain sealed cannot be read here; it is known, replaced and removed.
 */
export function fileSecrets(home: string): Secrets {
  const file = (owner: string) => secretFile(home, owner)
  const sealed = (owner: string) => sealedFile(home, owner)
  return {
    get: (owner) => readSecret(file(owner)),
    async has(owner) {
      return (await this.get(owner)) !== null || (await isThere(sealed(owner)))
    },
    async set(owner, secret) {
      await writePrivateFile(file(owner), secret)
      // The folder may be older than the secret, and wider than it should be.
      await chmod(dirname(file(owner)), 0o700)
      await rm(sealed(owner), { force: true })
    },
    async remove(owner) {
      await rm(file(owner), { force: true })
      await rm(sealed(owner), { force: true })
    },
  }
}

/** Where the secret of an account, or of the proxy, is as it stands. */
export const secretFile = (home: string, owner: string): string =>
  owner === proxyOwner ? join(home, 'proxy-password') : join(accountFolder(home, owner), 'token')

/** The secret as the app's keychain sealed it. */
export const sealedFile = (home: string, owner: string): string =>
  `${secretFile(home, owner)}.sealed`

/**
 * The folder of an account.
 * @throws when the name could lead out of the folder of accounts: account names are made by the
 * core, so this is a bug
 */
function accountFolder(home: string, account: string): string {
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(account)) throw new Error(`No account name: ${account}`)
  return join(home, 'accounts', account)
}

async function readSecret(path: string): Promise<string | null> {
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
