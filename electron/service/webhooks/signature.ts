/** Secrets of webhooks and what they sign. */
import { createHmac, randomBytes } from 'node:crypto'

/** The prefix lets secret scanners know one that was published by mistake. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/**
 * The value of `Stint-Signature`: when the attempt was made, and HMAC-SHA256 over that moment, a
 * full stop and the exact body, so that an old delivery cannot be sent again as a new one.
 * @param now epoch milliseconds
 */
export function signatureOf(secret: string, body: string, now: number): string {
  const moment = Math.floor(now / 1000)
  const digest = createHmac('sha256', secret).update(`${moment}.${body}`).digest('hex')
  return `t=${moment},v1=${digest}`
}
