/** Access tokens: made here, shown once, kept only as a hash. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The prefix lets secret scanners know a token that was published by mistake. */
export const makeAccessToken = (): string => `stint_${randomBytes(32).toString('base64url')}`

/** SHA-256, hex. A token has 256 bits of chance: nothing slower is needed to keep it from guessing. */
export const hashAccessToken = (token: string): string => hash('sha256', token)

/** Compares two hashes in a time that does not tell where they differ. */
export const sameHash = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
