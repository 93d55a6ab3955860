/**
 * The password of a proxy lies where tokens lie, with the address and the name that it was given
 * for: whatever else becomes of the setting, no other proxy is ever told it.
 */
import type { ProxySettings } from '#shared/ipc/proxy.ts'
import { z } from '#shared/resources/zod.ts'
import { jsonIn } from './account-token.ts'
import { proxyOwner, type ProxyWay, type Secrets } from '../ports.ts'

const keptPassword = z.object({
  address: z.string(),
  user: z.string(),
  password: z.string(),
})

type Whose = Pick<ProxySettings, 'address' | 'user'>

/** The password that was given for this proxy and name; null: none. */
async function passwordOf(secrets: Secrets, { address, user }: Whose): Promise<string | null> {
  if (address === null || user === null) return null
  // Where it cannot be opened now, the proxy asks for it.
  const text = await secrets.get(proxyOwner).catch(() => null)
  const kept = text === null ? null : keptPassword.safeParse(jsonIn(text))
  if (!kept?.success || kept.data.address !== address || kept.data.user !== user) return null
  return kept.data.password
}

/** The setting with its password, as requests need it. */
export const proxyWay = async (secrets: Secrets, proxy: ProxySettings): Promise<ProxyWay> => ({
  ...proxy,
  password: await passwordOf(secrets, proxy),
})

/**
 * @param now whose the password is
 * @param before whose the one is that is kept
 * @param password null forgets it; undefined leaves it where it is still theirs, also where only
 *   another program of this person can open it
 */
export async function keepPassword(
  secrets: Secrets,
  now: Whose,
  before: Whose,
  password: string | null | undefined,
): Promise<void> {
  const { address, user } = now
  if (password && address !== null && user !== null) {
    await secrets.set(proxyOwner, JSON.stringify({ address, user, password }))
    return
  }
  const isTheirs = address === before.address && user === before.user
  if (password === null || !isTheirs) await secrets.remove(proxyOwner)
}
