/**
 * Access checks: only programs on this computer that know the token may call. Web pages may not,
 * even with the token: they send an origin, or reach this computer by a name of their own.
 */
import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import { hashAccessToken, sameHash } from '#service/access-token.ts'
import { forbidden, Problem, unauthenticated } from '#service/http/problem.ts'

export interface Env {
  Bindings: HttpBindings
}

/** Accepts only requests to the address that this server has. */
export const onlyThisAddress = createMiddleware<Env>(async (context, next) => {
  const { localPort } = context.env.incoming.socket
  const host = context.env.incoming.headers.host ?? ''
  if (host !== `127.0.0.1:${localPort}` && host !== `localhost:${localPort}`) {
    throw new Problem(421, 'Use 127.0.0.1 or localhost, with the port.')
  }
  await next()
})

/** Refuses requests with an origin, which browsers send and programs do not. */
export const onlyPrograms = createMiddleware<Env>(async (context, next) => {
  if (context.req.header('Origin') !== undefined) {
    throw forbidden('Web pages can’t use this API. Only programs on this computer can.')
  }
  await next()
})

/**
 * Compares hashes, in a time that does not reveal how much is equal.
 * @param token called for each request, so that a new one applies at once; null refuses all
 */
export const onlyWithToken = (token: () => Promise<string | null>) =>
  createMiddleware<Env>(async (context, next) => {
    const [, given] = /^Bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '') ?? []
    if (given === undefined) throw unauthenticated()
    const expected = await token()
    if (expected === null || !sameHash(hashAccessToken(given), hashAccessToken(expected))) {
      throw unauthenticated()
    }
    await next()
  })
