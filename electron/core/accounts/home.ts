/**
 * The data folder: which accounts there are, which one is in use, and what belongs to this machine
 * rather than to an account. One small JSON file, replaced as a whole; each account has a folder
 * of its own with its database.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fail, unwrap } from '#shared/errors.ts'
import { z } from '#shared/resources/zod.ts'

const accountRecord = z.object({
  /** Name of the folder. */
  account: z.string().regex(/^[a-z0-9-]+$/),
  kind: z.enum(['connected', 'local', 'demo']),
  name: z.string(),
  url: z.string().nullable(),
  header: z.string(),
  scheme: z.string(),
  zone: z.string(),
  /** Who the token belongs to, where the service says. */
  user: z.string().nullable(),
})
export type AccountRecord = z.output<typeof accountRecord>

const homeFile = z.object({
  current: z.string().nullable(),
  theme: z.enum(['system', 'light', 'dark']),
  accounts: z.array(accountRecord),
})
export type HomeState = z.output<typeof homeFile>

const empty: HomeState = { current: null, theme: 'system', accounts: [] }

export interface Home {
  /** Reads the file anew: another process may have changed it. */
  read(): HomeState
  write(state: HomeState): void
  /** Folder of an account, made when absent. */
  folder(account: string): string
  removeFolder(account: string): void
}

export function openHome(path: string): Home {
  const file = join(path, 'stint.json')
  const folderOf = (account: string) => join(path, 'accounts', account)
  return {
    read() {
      if (!existsSync(file)) return empty
      const state = homeFile.safeParse(parsed(readFileSync(file, 'utf8')))
      if (state.success) return state.data
      return unwrap(
        fail(
          'database',
          `The list of accounts is damaged (${file}). Set that file aside: the accounts themselves stand beside it`,
        ),
      )
    },
    write(state) {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      replaceFile(file, `${JSON.stringify(state, null, 2)}\n`)
    },
    folder(account) {
      const folder = folderOf(account)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    removeFolder(account) {
      rmSync(folderOf(account), { recursive: true, force: true })
    },
  }
}

/** The JSON in a text, or undefined. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Either the old content or the new, never a part: written beside, synced, then renamed. */
function replaceFile(file: string, content: string): void {
  const beside = `${file}.${process.pid}.new`
  const descriptor = openSync(beside, 'w', 0o600)
  try {
    writeSync(descriptor, content)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(beside, file)
}
