import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Creates the secret of this launch: 32 random bytes that every caller has to present. */
export const createLaunchToken = (): string => randomBytes(32).toString('base64url')

/** Compares two texts in a time that does not reveal how much of them is equal. */
export function isSameSecret(candidate: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(candidate), digest(expected))
}

/** What each side of a connection generated for it. */
export interface Meeting {
  /** The caller's. */
  nonce: string
  /** The host's. */
  challenge: string
  /** Address of the host, such as `127.0.0.1:46783`. */
  address: string
}

/**
 * Computes the proof that one side of a connection knows a key, without revealing it: an
 * HMAC-SHA-256 in hexadecimal. The side is part of it, so that a proof cannot be sent back to where
 * it came from, and so is the address, so that a program which took over our port cannot relay the
 * exchange to the port where we are.
 */
export const computeProof = (
  key: string,
  side: 'host' | 'page' | 'command',
  { nonce, challenge, address }: Meeting,
): string =>
  createHmac('sha256', key).update([side, nonce, challenge, address].join('\n')).digest('hex')
