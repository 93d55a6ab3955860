/**
 * Access checks: only programs on this computer that know the token may call. Web pages may not,
 * even with the token: they send an origin, or reach this computer by a name of their own.
 */
import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import { hashAccessToken, isSameHash } from '#service/access-token.ts'
import { forbidden, HttpProblem, unauthenticated } from '#service/http/problem.ts'

export interface LocalApiEnv {
  Bindings: HttpBindings
}

/** Accepts only requests to the address that this server has. */
export const requireOwnHost = createMiddleware<LocalApiEnv>(async (context, next) => {
  const { localPort } = context.env.incoming.socket
  const host = context.env.incoming.headers.host ?? ''
  if (host !== `127.0.0.1:${localPort}` && host !== `localhost:${localPort}`) {
    throw new HttpProblem(421, 'Use 127.0.0.1 or localhost, with the port.')
  }
  await next()
})

/** Refuses requests with an origin, which browsers send and programs do not. */
export const rejectBrowsers = createMiddleware<LocalApiEnv>(async (context, next) => {
  if (context.req.header('Origin') !== undefined) {
    throw forbidden('Web pages can’t use this API. Only programs on this computer can.')
  }
  await next()
})

/**
 * Compares hashes, in a time that does not reveal how much is equal.
 * @param token called for each request, so that a new one applies at once; null refuses all
 */
export const requireToken = (token: () => Promise<string | null>) =>
  createMiddleware<LocalApiEnv>(async (context, next) => {
    const [, bearer] = /^Bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '') ?? []
    if (bearer === undefined) throw unauthenticated()
    const expected = await token()
    if (expected === null || !isSameHash(hashAccessToken(bearer), hashAccessToken(expected))) {
      throw unauthenticated()
    }
    await next()
  })
