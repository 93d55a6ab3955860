/**
 * The access token of an account lies in the keychain, or a file, with the address that it was
 * given for: whatever else becomes of the account's record, no other address is ever sent it.
 */
import { z } from '#shared/resources/zod.ts'
import type { Secrets } from '../ports.ts'

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

/** The token that was given for this address; null: none. */
export async function tokenOf(secrets: Secrets, { account, url }: Whose): Promise<string | null> {
  const text = await secrets.get(account)
  if (text === null) return null
  const kept = keptToken.safeParse(jsonIn(text))
  return kept.success && kept.data.url === url ? kept.data.token : null
}

/** Null for what is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
