/** Secrets of webhooks, and the signatures made with them. */
import { createHmac, randomBytes } from 'node:crypto'

/** The prefix lets secret scanners recognize one that was published by mistake. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/**
 * The value of `Stint-Signature`: the time of the attempt, and HMAC-SHA256 over that time, a full
 * stop and the exact body, so that an old delivery cannot be replayed as a new one.
 * @param now epoch milliseconds
 */
export function signWebhook(secret: string, body: string, now: number): string {
  const moment = Math.floor(now / 1000)
  const digest = createHmac('sha256', secret).update(`${moment}.${body}`).digest('hex')
  return `t=${moment},v1=${digest}`
}
