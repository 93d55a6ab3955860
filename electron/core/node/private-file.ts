import { dirname } from 'node:path'
import { makePrivateFolder } from '../private-folder.ts'
import { replaceFile } from '../unfinished-file.ts'

/**
 * Writes a file that only this user can read (mode 0600; its folder gets 0700 if it is created
 * here). The write is atomic: readers see the old content or the new one, also after a power cut.
 */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  makePrivateFolder(dirname(path))
  replaceFile(path, content)
}
