import { chmod, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { proxySecretOwner, type Secrets } from '../ports.ts'
import { writePrivateFile } from './private-file.ts'

/**
 * Stores access tokens in files, `<home>/accounts/<account>/token`, readable by this user only;
 * next to `accounts`, the password of a proxy. For the command line, and for computers without a
 * keychain. What the app's keychain has sealed cannot be read here; it can be detected, replaced
 * and removed.
 */
export function createFileSecrets(home: string): Secrets {
  const file = (owner: string) => secretFile(home, owner)
  const sealed = (owner: string) => sealedFile(home, owner)
  return {
    get: (owner) => readSecret(file(owner)),
    async has(owner) {
      return (await this.get(owner)) !== null || (await isThere(sealed(owner)))
    },
    async set(owner, secret) {
      await writePrivateFile(file(owner), secret)
      // The folder may be older than the secret, with wider permissions than it should have.
      await chmod(dirname(file(owner)), 0o700)
      await rm(sealed(owner), { force: true })
    },
    async remove(owner) {
      await rm(file(owner), { force: true })
      await rm(sealed(owner), { force: true })
    },
  }
}

/** The file with the secret of an account, or of the proxy, in plain text. */
export const secretFile = (home: string, owner: string): string =>
  owner === proxySecretOwner
    ? join(home, 'proxy-password')
    : join(accountFolder(home, owner), 'token')

/** The file with the secret as the app's keychain sealed it. */
export const sealedFile = (home: string, owner: string): string =>
  `${secretFile(home, owner)}.sealed`

/**
 * The folder of an account.
 * @throws when the name could lead out of the folder of accounts: the core creates account names,
 *   so this is a bug
 */
function accountFolder(home: string, account: string): string {
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(account)) throw new Error(`Not an account name: ${account}`)
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
