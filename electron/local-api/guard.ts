/**
 * Who may ask: programs of this machine that know the token. Not pages, whatever they know: they
 * name an origin, or reach this machine by a name of their own.
 */
import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import { hashAccessToken, sameHash } from '#service/access-token.ts'
import { forbidden, Problem, unauthenticated } from '#service/http/problem.ts'

export interface Env {
  Bindings: HttpBindings
}

/** Answers only who calls this server by the address that it has. */
export const onlyThisAddress = createMiddleware<Env>(async (context, next) => {
  const { localPort } = context.env.incoming.socket
  const host = context.env.incoming.headers.host ?? ''
  if (host !== `127.0.0.1:${localPort}` && host !== `localhost:${localPort}`) {
    throw new Problem(421, 'Use 127.0.0.1 or localhost, with the port.')
  }
  await next()
})

/** Browsers say on whose behalf they ask; programs do not. */
export const onlyPrograms = createMiddleware<Env>(async (context, next) => {
  if (context.req.header('Origin') !== undefined) {
    throw forbidden('Web pages can’t use this API. Only programs on this computer can.')
  }
  await next()
})

/**
 * Compares hashes, in a time that does not tell how much was right.
 * @param token is asked for each request, so that another one holds at once; null lets nobody in
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
