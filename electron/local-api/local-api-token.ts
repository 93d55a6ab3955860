/**
 * The token of the local interface: one for each data folder, in a file that only this user can
 * read.
 */
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from '#core/node/private-file.ts'
import { makeAccessToken } from '#service/access-token.ts'

const tokenFile = (home: string): string => join(home, 'local-api.token')

/** Reads the token, or creates one where there is none or an invalid one. */
export async function ensureLocalApiToken(home: string): Promise<string> {
  const known = await readLocalApiToken(home)
  if (known === null) return replaceLocalApiToken(home)
  // The folder may have been copied with other permissions.
  await chmod(tokenFile(home), 0o600)
  return known
}

/** Reads the current token, which any process may have written; null where there is none. */
export async function readLocalApiToken(home: string): Promise<string | null> {
  const known = await contentOf(tokenFile(home))
  return known !== null && /^stint_[\w-]{43}$/.test(known) ? known : null
}

/** Replaces the token: every process refuses the former one at once. */
export async function replaceLocalApiToken(home: string): Promise<string> {
  const token = makeAccessToken()
  await writePrivateFile(tokenFile(home), `${token}\n`)
  return token
}

async function contentOf(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw reason
  }
}
