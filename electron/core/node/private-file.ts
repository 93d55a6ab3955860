import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file that only this person may read (mode 0600, its folder 0700 when it is made here),
 * whole or not at all: readers see the old content or the new one, also after a power cut.
 */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  await makePrivateFolder(dirname(path))
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (reason) {
    await rm(draft, { force: true })
    throw reason
  }
}

/** Makes a folder that only this person may open, with the folders above it. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}
