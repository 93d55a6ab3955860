/** The API of the specification over the local store: access checks, routes and errors. */
import { Hono } from 'hono'
import type { Log } from '#core/ports.ts'
import { apiPath } from '#service/http/urls.ts'
import { notFound, HttpProblem } from '#service/http/problem.ts'
import type { Capability, ServiceInfo } from '#shared/resources/service-info.ts'
import { allowOnlyMethods } from './local-route-helpers.ts'
import { requestAccount, createCoreCalls, type CoreCall } from './core-calls.ts'
import { rejectBrowsers, requireOwnHost, requireToken, type LocalApiEnv } from './request-guards.ts'
import { localCategoryRoutes } from './routes/categories.ts'
import { localExpenseRoutes } from './routes/expenses.ts'
import { localReferenceRoutes } from './routes/references.ts'
import { localTimeRoutes } from './routes/times.ts'
import { localWebhookRoutes } from './routes/webhooks.ts'

/**
 * Capabilities that work here in full. Projects, clients, tasks, charges and users can be read
 * here, but not written, so `reference` is not offered.
 */
const offered: readonly Capability[] = ['restore', 'user']

/**
 * @param call of the core: the same gate as a window's, so the same actions, history and dirty
 *   marks
 */
export function createLocalApiApp({
  call,
  token,
  log,
}: {
  call: CoreCall
  /** Returns the current token; null refuses every request. */
  token: () => Promise<string | null>
  log: Log
}): Hono<LocalApiEnv> {
  const calls = createCoreCalls(call)
  const api = new Hono<LocalApiEnv>()
  api.use(requireToken(token))
  api.use(async (_, next) => {
    const { account } = await calls.run('app.state')
    await (account ? requestAccount.run(account.account, next) : next())
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
  api.all('/', allowOnlyMethods('GET', 'HEAD'))
  api.route('/times', localTimeRoutes(calls))
  api.route('/expenses', localExpenseRoutes(calls))
  api.route('/categories', localCategoryRoutes(calls))
  api.route('/webhooks', localWebhookRoutes(calls))
  api.route('/', localReferenceRoutes(calls))

  const app = new Hono<LocalApiEnv>()
  app.use(requireOwnHost, rejectBrowsers)
  app.route(apiPath, api)
  app.notFound((context) => context.json(notFound().body(), 404))
  app.onError((cause, context) => {
    if (cause instanceof HttpProblem) return context.json(cause.body(), cause.status, cause.headers)
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
