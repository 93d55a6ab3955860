/** The token of the local interface: one for this data folder, in a file of this person alone. */
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from '#core/node/private-file.ts'
import { makeAccessToken } from '#service/access-token.ts'

const tokenFile = (home: string): string => join(home, 'local-api.token')

/** Reads the token; makes one where there is none, or where what stands there is none. */
export async function keptToken(home: string): Promise<string> {
  const known = await standingToken(home)
  if (known === null) return newToken(home)
  // Somebody may have copied the folder with other rights.
  await chmod(tokenFile(home), 0o600)
  return known
}

/** The token as it stands by now, whichever process put it there; null where none does. */
export async function standingToken(home: string): Promise<string | null> {
  const known = await contentOf(tokenFile(home))
  return known !== null && /^stint_[\w-]{43}$/.test(known) ? known : null
}

/** Puts another token in its place: the one before is refused at once, wherever it is asked for. */
export async function newToken(home: string): Promise<string> {
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
