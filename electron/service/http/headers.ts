/** Headers of every answer: nothing is cached, framed, sniffed or run. No other origin is let in. */
import type { Service } from '../service.ts'

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

const strictTransport = { 'Strict-Transport-Security': 'max-age=31536000' } as const

/** What an answer says of itself goes before these. */
export const standingHeaders = (service: Pick<Service, 'baseUrl'>): Record<string, string> => ({
  ...headers,
  // Callers reach the service over https, by the operator's word.
  ...(service.baseUrl?.startsWith('https:') ? strictTransport : {}),
})
