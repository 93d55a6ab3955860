/** The service's routes behind what every request passes: headers, authentication, problems. */
import { Hono } from 'hono'
import { apiPath } from './http/addresses.ts'
import { authenticate } from './http/authenticate.ts'
import { securityHeaders } from './http/headers.ts'
import { notFound, Problem } from './http/problem.ts'
import { chargeRoutes } from './routes/charges.ts'
import { clientRoutes } from './routes/clients.ts'
import { infoRoutes } from './routes/info.ts'
import { projectRoutes } from './routes/projects.ts'
import { rateRoutes } from './routes/rates.ts'
import { taskRoutes } from './routes/tasks.ts'
import { timeRoutes } from './routes/times.ts'
import { userRoutes } from './routes/users.ts'
import type { Env, Service } from './service.ts'

export function createApp(service: Service): Hono {
  const api = new Hono<Env>()
  api.use(authenticate(service))
  api.route('/', infoRoutes(service))
  api.route('/times', timeRoutes(service))
  if (service.capabilities.has('reference')) {
    api.route('/projects', projectRoutes(service))
    api.route('/clients', clientRoutes(service))
    api.route('/tasks', taskRoutes(service))
    api.route('/charges', chargeRoutes(service))
    api.route('/rates', rateRoutes(service))
    api.route('/users', userRoutes(service))
  }

  const app = new Hono()
  app.use(securityHeaders(service.baseUrl?.startsWith('https:') ?? false))
  app.route(apiPath, api)
  app.notFound((context) => context.json(notFound().body(), 404))
  app.onError((cause, context) => {
    if (cause instanceof Problem) return context.json(cause.body(), cause.status, cause.headers)
    // The path, never the headers: they carry tokens.
    service.log.warn('a request ended in a bug', {
      method: context.req.method,
      path: context.req.path,
      cause: cause.stack ?? String(cause),
    })
    return context.json({ message: 'Something went wrong here; it has been noted.' }, 500)
  })
  return app
}
