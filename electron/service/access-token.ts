/** Access tokens: generated here, shown once, stored only as a hash. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The prefix lets secret scanners recognize a token that was published by mistake. */
export const makeAccessToken = (): string => `stint_${randomBytes(32).toString('base64url')}`

/** SHA-256, hex. A token has 256 random bits, so guessing is hopeless without a slower hash. */
export const hashAccessToken = (token: string): string => hash('sha256', token)

/** Compares two hashes in a time that does not reveal where they differ. */
export const isSameHash = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
