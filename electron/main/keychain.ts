import { readFile, rm } from 'node:fs/promises'
import { safeStorage } from 'electron'
import { writePrivateFile } from '#core/node/private-file.ts'
import { fileSecrets, sealedFile, secretFile } from '#core/node/secrets-file.ts'
import type { Log, Secrets } from '#core/ports.ts'

/**
 * Access tokens, and the password of a proxy, sealed by the system's keychain. Where there is none
 * (Linux without a secret store) they are files that only this person may read, and the log says
 * so: a key that lies beside the lock would only look safer.
 */
export function keychainSecrets(home: string, log: Log): Secrets {
  const files = fileSecrets(home)
  const sealed = (owner: string) => sealedFile(home, owner)

  return {
    async has(owner) {
      return (await this.get(owner)) !== null
    },
    async get(owner) {
      const content = await readFile(sealed(owner)).catch((reason: NodeJS.ErrnoException) => {
        if (reason.code === 'ENOENT') return null
        throw reason
      })
      // Without a sealed one: the command line may have connected this account.
      if (content === null) return files.get(owner)
      try {
        const bytes = Buffer.from(content.toString('utf8'), 'base64')
        const { result } = await safeStorage.decryptStringAsync(bytes)
        return result
      } catch (reason) {
        // Another keychain, or a locked one: the person signs in again.
        log.warn('the keychain did not open a secret', { owner, reason: String(reason) })
        return null
      }
    },
    async set(owner, secret) {
      if (!(await hasKeychain())) {
        log.warn('no keychain: the secret is kept in a file', { owner })
        await files.set(owner, secret)
        return
      }
      const bytes = await safeStorage.encryptStringAsync(secret)
      await writePrivateFile(sealed(owner), bytes.toString('base64'))
      await rm(secretFile(home, owner), { force: true })
    },
    remove: (owner) => files.remove(owner),
  }
}

/** Whether the system keeps a secret better than a file of this person would. */
export async function hasKeychain(): Promise<boolean> {
  // Chromium's `basic_text` encrypts with a password that everyone knows.
  const isOpen =
    process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
  return !isOpen && (await safeStorage.isAsyncEncryptionAvailable())
}
