/**
 * Headers of every response: nothing is cached, framed, sniffed or run, and other origins have no
 * access.
 */
import type { Service } from '../service-context.ts'

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

const strictTransport = { 'Strict-Transport-Security': 'max-age=31536000' } as const

/** Headers that a response sets itself take precedence over these. */
export const securityHeaders = (service: Pick<Service, 'baseUrl'>): Record<string, string> => ({
  ...headers,
  // The operator states that callers use https.
  ...(service.baseUrl?.startsWith('https:') ? strictTransport : {}),
})
