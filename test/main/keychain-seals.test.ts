/** The keychain alone, with a failing disk; whole journeys are in keychain.test.ts. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, it, vi } from 'vitest'
import { sealedFile } from '#core/node/secrets-file.ts'
import { openKeychain } from '../../electron/main/keychain.ts'
import { testFolder } from '../support/folder.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

const whenOpened = vi.hoisted(() => ({ happens: async () => {} }))
vi.mock('electron', () => ({
  safeStorage: {
    encryptStringAsync: (text: string) => Promise.resolve(Buffer.from(`v11${text}`)),
    async decryptStringAsync(bytes: Buffer) {
      await whenOpened.happens()
      return { result: bytes.subarray(3).toString(), shouldReEncrypt: true }
    },
  },
}))

it('keeps accounts signed in where a new seal cannot be written', async () => {
  const home = testFolder()
  const warn = vi.fn()
  const { secrets } = openKeychain(home, { info() {}, warn }, () => {})
  await secrets.set('ada', 'token-1')
  const sealed = await readFile(sealedFile(home, 'ada'), 'utf8')

  const folder = dirname(sealedFile(home, 'ada'))
  whenOpened.happens = async () => {
    await rename(folder, `${folder}.away`)
    await writeFile(folder, 'nothing can be made in here')
  }
  expect(await secrets.get('ada')).toBe('token-1')
  expect(warn).toHaveBeenCalledExactlyOnceWith('couldn’t re-encrypt a secret', {
    owner: 'ada',
    reason: expect.stringMatching(/EEXIST|ENOTDIR/) as string,
  })
  expect(await readFile(sealedFile(home, 'ada.away'), 'utf8')).toBe(sealed)
})
