/**
 * The service's routes behind the steps that every request passes: headers, authentication, errors.
 */
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { apiPath } from './http/urls.ts'
import { authenticate } from './http/authenticate.ts'
import { routesOf } from './http/endpoint.ts'
import { requestIdHeader } from './http/http-exchange.ts'
import { idempotencyMiddleware } from './http/idempotency.ts'
import { inTurn } from './http/in-turn.ts'
import { noRoom, notFound, HttpProblem } from './http/problem.ts'
import { rateLimitMiddleware } from './http/rate-limit.ts'
import { serviceEndpoints } from './routes/index.ts'
import type { ServiceEnv, Service } from './service-context.ts'

/** Absent when there is no server in front of the app. */
interface Served {
  Bindings: Partial<HttpBindings>
}

export function createServiceApp(service: Service): Hono<Served> {
  const api = new Hono<ServiceEnv>()
  api.use(authenticate(service))
  if (service.rateLimit !== null) api.use(rateLimitMiddleware(service, service.rateLimit))
  api.use(inTurn(service))
  api.use(async (context, next) => {
    await next()
    if (context.req.method !== 'GET' && context.res.ok) service.room.found()
  })
  if (service.capabilities.has('idempotency')) api.use(idempotencyMiddleware(service))
  const { groups, open } = serviceEndpoints(service)
  for (const { path, endpoints } of groups) {
    api.route(path.slice(apiPath.length), routesOf(endpoints))
  }

  // A slash at the end makes no difference.
  const app = new Hono<Served>({ strict: false })
  for (const { path, endpoints } of open) app.route(path, routesOf(endpoints))
  app.route(apiPath, api)
  app.notFound((context) => context.json(notFound().body(), 404))
  app.onError((cause, context) => {
    if (cause instanceof HttpProblem) return context.json(cause.body(), cause.status, cause.headers)
    if (service.room.isMissing(cause)) return context.json(noRoom().body(), 507)
    // The path, never the headers: they contain tokens.
    service.log.warn('a request ended in a bug', {
      id: context.env.outgoing?.getHeader(requestIdHeader),
      method: context.req.method,
      path: context.req.path,
      cause: cause.stack ?? String(cause),
    })
    return context.json({ message: 'Something went wrong. It’s in the log.' }, 500)
  })
  return app
}
