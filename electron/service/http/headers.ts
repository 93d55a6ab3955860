/** Headers of every answer: nothing is cached, framed, sniffed or run. No other origin is let in. */
import type { MiddlewareHandler } from 'hono'

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** @param secure whether callers reach the service over https, by the operator's word */
export const securityHeaders =
  (secure: boolean): MiddlewareHandler =>
  async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    if (secure) context.header('Strict-Transport-Security', 'max-age=31536000')
  }
