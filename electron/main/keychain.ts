import { readFile, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { safeStorage } from 'electron'
import { writePrivateFile } from '#core/node/private-file.ts'
import { createFileSecrets, sealedFile, secretFile } from '#core/node/secrets-file.ts'
import type { Log, Secrets } from '#core/ports.ts'

export interface Keychain {
  secrets: Secrets
  /** Where the next secret would be stored, as far as the keychain has shown. */
  place(): 'keychain' | 'file'
}

/** Milliseconds before each retry of a busy keychain. */
const pauses = [500, 2_000, 5_000]

/**
 * Stores access tokens, and the password of a proxy, encrypted by the system's keychain. Where
 * there is none, or where it refuses, they are files that only this user can read, and the log says
 * so: encryption with a key stored beside the file would only look safer.
 *
 * @param changed called when secrets go to another place than before
 */
export function openKeychain(home: string, log: Log, changed: () => void): Keychain {
  const files = createFileSecrets(home)
  const sealed = (owner: string) => sealedFile(home, owner)
  let place: 'keychain' | 'file' = 'file'

  /** Returns the encrypted text; null where a private file is just as safe. */
  async function seal(text: string): Promise<Buffer | null> {
    const bytes = await safeStorage.encryptStringAsync(text).catch((reason: unknown) => {
      log.warn('the keychain couldn’t encrypt a secret', { reason: String(reason) })
      return null
    })
    // Electron always claims that it can encrypt. Without a secret service Chromium uses a publicly
    // known key, which only the prefix of the ciphertext shows.
    const isOpen = process.platform === 'linux' && bytes?.subarray(0, 3).toString() === 'v10'
    const found = bytes === null || isOpen ? 'file' : 'keychain'
    if (found !== place) {
      place = found
      changed()
    }
    return found === 'keychain' ? bytes : null
  }

  async function open(bytes: Buffer): ReturnType<typeof safeStorage.decryptStringAsync> {
    for (const pause of pauses) {
      try {
        return await safeStorage.decryptStringAsync(bytes)
      } catch (reason) {
        if (!isBusy(reason)) throw reason
        await wait(pause, undefined, { ref: false })
      }
    }
    return safeStorage.decryptStringAsync(bytes)
  }

  /**
   * Re-encrypts a secret. The old ciphertext can still be read, so after a failed write the next
   * start tries again.
   */
  const sealAgain = (owner: string, secret: string): Promise<void> =>
    secrets.set(owner, secret).catch((reason: unknown) => {
      log.warn('couldn’t re-encrypt a secret', { owner, reason: String(reason) })
    })

  const secrets: Secrets = {
    async has(owner) {
      return (await contentOf(sealed(owner))) !== null || files.has(owner)
    },
    async get(owner) {
      const content = await contentOf(sealed(owner))
      // Falls back to the file: the command line may have connected this account.
      if (content === null) return files.get(owner)
      try {
        const { result, shouldReEncrypt } = await open(Buffer.from(content, 'base64'))
        if (shouldReEncrypt) await sealAgain(owner, result)
        return result
      } catch (reason) {
        log.warn('the keychain couldn’t decrypt a secret', { owner, reason: String(reason) })
        // Locked for now: the person need not sign in again.
        if (isBusy(reason)) throw reason
        return null
      }
    },
    async set(owner, secret) {
      const bytes = await seal(secret)
      if (bytes === null) {
        log.warn('no keychain, so the secret is stored in a file', { owner })
        await files.set(owner, secret)
        return
      }
      await writePrivateFile(sealed(owner), bytes.toString('base64'))
      await rm(secretFile(home, owner), { force: true })
    },
    remove: (owner) => files.remove(owner),
  }
  // Not awaited: a keychain may ask the person first.
  void seal('Stint')
  return { secrets, place: () => place }
}

const isBusy = (reason: unknown): boolean => /temporarily unavailable/.test(String(reason))

const contentOf = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((reason: NodeJS.ErrnoException) => {
    if (reason.code === 'ENOENT') return null
    throw reason
  })
