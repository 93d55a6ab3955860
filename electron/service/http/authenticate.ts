/** Bearer tokens (docs/API.md, Every endpoint). */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { readTokenOwner } from '#core/store/service/tokens.ts'
import { hashAccessToken, isSameHash } from '../access-token.ts'
import type { Caller, ServiceEnv, Service } from '../service-context.ts'
import { nobody } from '../request-queue.ts'
import { refuseInTurn } from './in-turn.ts'
import { forbidden, unauthenticated } from './problem.ts'

/** Passes a request on with its caller, or responds with 401. */
export const authenticate = (service: Service) =>
  createMiddleware<ServiceEnv>(async (context, next) => {
    const caller = await findCaller(service, context)
    if (caller === undefined) return refuseInTurn(service, nobody, unauthenticated())
    context.set('caller', caller)
    await next()
  })

/**
 * Reads the user of a request's token from the database; undefined when no valid token is given.
 */
export async function findCaller(service: Service, context: Context): Promise<Caller | undefined> {
  const [, token] = /^Bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '') ?? []
  if (token === undefined) return undefined
  const hash = hashAccessToken(token)
  const owner = await readTokenOwner(service.db, hash)
  // The index finds by hash; the comparison rules out a database with another notion of equality.
  if (!owner || !isSameHash(owner.hash, hash) || !owner.user.current) return undefined
  return { organisation: owner.organisation, user: owner.user, token: owner.token }
}

/** Throws a 403 unless the caller is an owner. */
export function requireOwner(caller: Caller): void {
  if (!caller.user.owner) throw forbidden('Only an owner of the organization can change this.')
}
