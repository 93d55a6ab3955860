import { readFile, rm } from 'node:fs/promises'
import { safeStorage } from 'electron'
import { writePrivateFile } from '#core/node/private-file.ts'
import { fileSecrets, sealedTokenFile, tokenFile } from '#core/node/secrets-file.ts'
import type { Log, Secrets } from '#core/ports.ts'

/**
 * Access tokens sealed by the system's keychain. Where there is none (Linux without a secret
 * store) they are files that only this person may read, and the log says so: a key that lies
 * beside the lock would only look safer.
 */
export function keychainSecrets(home: string, log: Log): Secrets {
  const files = fileSecrets(home)
  const sealed = (account: string) => sealedTokenFile(home, account)

  return {
    async has(account) {
      return (await this.get(account)) !== null
    },
    async get(account) {
      const content = await readFile(sealed(account)).catch((reason: NodeJS.ErrnoException) => {
        if (reason.code === 'ENOENT') return null
        throw reason
      })
      // Without a sealed one: the command line may have connected this account.
      if (content === null) return files.get(account)
      try {
        const bytes = Buffer.from(content.toString('utf8'), 'base64')
        const { result } = await safeStorage.decryptStringAsync(bytes)
        return result
      } catch (reason) {
        // Another keychain, or a locked one: the person signs in again.
        log.warn('the keychain did not open a token', { account, reason: String(reason) })
        return null
      }
    },
    async set(account, token) {
      if (!(await hasKeychain())) {
        log.warn('no keychain: the token is kept in a file', { account })
        await files.set(account, token)
        return
      }
      const bytes = await safeStorage.encryptStringAsync(token)
      await writePrivateFile(sealed(account), bytes.toString('base64'))
      await rm(tokenFile(home, account), { force: true })
    },
    remove: (account) => files.remove(account),
  }
}

/** Whether the system keeps a secret better than a file of this person would. */
export async function hasKeychain(): Promise<boolean> {
  // Chromium's `basic_text` encrypts with a password that everyone knows.
  const isOpen =
    process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
  return !isOpen && (await safeStorage.isAsyncEncryptionAvailable())
}
