import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What whoever asks this launch has to know: 32 bytes that nobody guesses. */
export const launchToken = (): string => randomBytes(32).toString('base64url')

/** Compares without telling by its duration how much was right. */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
