/**
 * Loaded before the program in a child process (`--import`): the core then gets a database and a
 * file system that end the process at a chosen moment, as a power cut would. The product contains
 * nothing of this.
 */
import { registerHooks } from 'node:module'

const stand = (name: string) => new URL(name, import.meta.url).href
const standIns: Readonly<Record<string, string>> = {
  'better-sqlite3': stand('sqlite.ts'),
  'node:fs': stand('fs.ts'),
  'node:fs/promises': stand('fs-promises.ts'),
}

registerHooks({
  resolve(specifier, context, next) {
    const standIn = standIns[specifier]
    return standIn !== undefined && context.parentURL?.includes('/electron/core/')
      ? { url: standIn, shortCircuit: true }
      : next(specifier, context)
  },
})
