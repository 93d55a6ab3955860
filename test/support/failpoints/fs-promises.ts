import * as promises from 'node:fs/promises'
import { writeSync } from 'node:fs'
import { die, isNow } from './failpoint.ts'

export * from 'node:fs/promises'

export const open: typeof promises.open = async (...input) => {
  const handle = await promises.open(...input)
  const append = handle.appendFile.bind(handle)
  handle.appendFile = async (data, options) => {
    if (isNow('append') && typeof data === 'string') {
      writeSync(handle.fd, data.slice(0, data.length / 2))
      die()
    }
    return append(data, options)
  }
  return handle
}
