import * as fs from 'node:fs'
import { passing } from './failpoint.ts'

export * from 'node:fs'

export const renameSync: typeof fs.renameSync = (from, to) => {
  // Renames that give a database its name, or take it away.
  if (String(from).includes('.db')) passing('rename')
  fs.renameSync(from, to)
}

export const fsyncSync: typeof fs.fsyncSync = (descriptor) => {
  passing('fsync')
  fs.fsyncSync(descriptor)
}
