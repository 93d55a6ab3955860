/**
 * Stores the password of a proxy where tokens are stored, together with the address and user name
 * that it was given for. Even if the setting changes, it is never sent to another proxy.
 */
import type { ProxySettings } from '#shared/ipc/proxy.ts'
import { z } from '#shared/resources/zod.ts'
import { jsonIn } from './account-token.ts'
import { proxySecretOwner, type ProxyWithPassword, type Secrets } from '../ports.ts'

const keptPassword = z.object({
  address: z.string(),
  user: z.string(),
  password: z.string(),
})

type Whose = Pick<ProxySettings, 'address' | 'user'>

/** Returns the password that was given for this proxy and user name, or null. */
async function passwordOf(secrets: Secrets, { address, user }: Whose): Promise<string | null> {
  if (address === null || user === null) return null
  // Where it cannot be read now, requests go without it and the proxy asks for it.
  const text = await secrets.get(proxySecretOwner).catch(() => null)
  const kept = text === null ? null : keptPassword.safeParse(jsonIn(text))
  if (!kept?.success || kept.data.address !== address || kept.data.user !== user) return null
  return kept.data.password
}

/** Returns the setting with its password, as requests need it. */
export const readProxyWithPassword = async (
  secrets: Secrets,
  proxy: ProxySettings,
): Promise<ProxyWithPassword> => ({
  ...proxy,
  password: await passwordOf(secrets, proxy),
})

/**
 * Stores or deletes the password of the proxy.
 * @param now the proxy and user name that the password is for
 * @param before the proxy and user name that the stored password is for
 * @param password null deletes the stored one; undefined keeps it where it is for the same proxy
 *   and user name, even if only another program of this person can read it
 */
export async function storeProxyPassword(
  secrets: Secrets,
  now: Whose,
  before: Whose,
  password: string | null | undefined,
): Promise<void> {
  const { address, user } = now
  if (password && address !== null && user !== null) {
    await secrets.set(proxySecretOwner, JSON.stringify({ address, user, password }))
    return
  }
  const isTheirs = address === before.address && user === before.user
  if (password === null || !isTheirs) await secrets.remove(proxySecretOwner)
}
