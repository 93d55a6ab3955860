/** The token of the local interface: one for this data folder, in a file of this person alone. */
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from '#core/node/private-file.ts'
import { makeAccessToken } from '#service/access-token.ts'

const tokenFile = (home: string): string => join(home, 'local-api.token')

/** Reads the token; makes one where there is none, or where what stands there is none. */
export async function keptToken(home: string): Promise<string> {
  const path = tokenFile(home)
  const known = await contentOf(path)
  if (known !== null && /^stint_[\w-]{43}$/.test(known)) {
    // Somebody may have copied the folder with other rights.
    await chmod(path, 0o600)
    return known
  }
  return newToken(home)
}

/** Puts another token in its place: the one before is refused from the next start on. */
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
