/** The API of the specification over the local store: access checks, routes and errors. */
import { Hono } from 'hono'
import type { Log } from '#core/ports.ts'
import { apiPath } from '#service/http/urls.ts'
import { notFound, Problem } from '#service/http/problem.ts'
import type { Capability, ServiceInfo } from '#shared/resources/service-info.ts'
import { only } from './local-route-helpers.ts'
import { asked, callsOf, type Call } from './core-calls.ts'
import { onlyPrograms, onlyThisAddress, onlyWithToken, type Env } from './request-guards.ts'
import { categoryRoutes } from './routes/categories.ts'
import { expenseRoutes } from './routes/expenses.ts'
import { referenceRoutes } from './routes/references.ts'
import { timeRoutes } from './routes/times.ts'
import { webhookRoutes } from './routes/webhooks.ts'

/**
 * Capabilities that work here in full. Reference records can be read here, but not written, so that
 * capability is not offered.
 */
const offered: readonly Capability[] = ['restore', 'user']

/**
 * @param call of the core: the same gate as a window's, so the same actions, history and dirty
 *   marks
 */
export function createApp({
  call,
  token,
  log,
}: {
  call: Call
  /** Returns the current token; null refuses every request. */
  token: () => Promise<string | null>
  log: Log
}): Hono<Env> {
  const calls = callsOf(call)
  const api = new Hono<Env>()
  api.use(onlyWithToken(token))
  api.use(async (_, next) => {
    const { account } = await calls.run('app.state')
    await (account ? asked.run(account.account, next) : next())
  })
  api.get('/', async (context) => {
    const { account } = await calls.run('app.state')
    const info: ServiceInfo = {
      name: account?.name ?? 'Stint',
      version: 'v1',
      capabilities: [...offered],
    }
    return context.json(info)
  })
  api.all('/', only('GET', 'HEAD'))
  api.route('/times', timeRoutes(calls))
  api.route('/expenses', expenseRoutes(calls))
  api.route('/categories', categoryRoutes(calls))
  api.route('/webhooks', webhookRoutes(calls))
  api.route('/', referenceRoutes(calls))

  const app = new Hono<Env>()
  app.use(onlyThisAddress, onlyPrograms)
  app.route(apiPath, api)
  app.notFound((context) => context.json(notFound().body(), 404))
  app.onError((cause, context) => {
    if (cause instanceof Problem) return context.json(cause.body(), cause.status, cause.headers)
    // The path, never the headers: they carry the token.
    log.warn('a request of the local API ended in a bug', {
      method: context.req.method,
      path: context.req.path,
      cause: cause.stack ?? String(cause),
    })
    return context.json({ message: 'Something went wrong. It’s in the log.' }, 500)
  })
  return app
}
