/**
 * Stores the access token of an account, in the keychain or a file, together with the URL that it
 * was issued for. Even if the account's record changes, the token is never sent to another URL.
 */
import { z } from '#shared/resources/zod.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import type { Secrets } from '../ports.ts'
import { isSafeMove } from '#shared/rules/moved-service.ts'

const keptToken = z.object({ url: z.string(), token: z.string() })

interface Whose {
  account: string
  url: string | null
}

export const keepToken = (
  secrets: Secrets,
  { account, url }: Whose,
  token: string,
): Promise<void> => secrets.set(account, JSON.stringify({ url, token }))

/**
 * Returns the token that was issued for this URL, or null. One that was issued for http may be sent
 * over https.
 */
export async function tokenOf(secrets: Secrets, { account, url }: Whose): Promise<string | null> {
  const text = await secrets.get(account)
  if (text === null) return null
  const kept = keptToken.safeParse(jsonIn(text))
  return kept.success && url !== null && isSafeMove(kept.data.url, url) ? kept.data.token : null
}

/** Parses JSON; null where the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
