import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Creates the secret of this launch: 32 random bytes that every caller has to present. */
export const createLaunchToken = (): string => randomBytes(32).toString('base64url')

/** Compares two texts in a time that does not reveal how much of them is equal. */
export function isSameSecret(candidate: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(candidate), digest(expected))
}
