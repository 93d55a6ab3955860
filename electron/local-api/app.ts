/** The API of the specification over the local store: access checks, routes and errors. */
import { Hono } from 'hono'
import type { Log } from '#core/ports.ts'
import { notFound, HttpProblem } from '#service/http/problem.ts'
import { withBody } from '#service/http/read-json-body.ts'
import { onlyMethods } from '#service/http/route-helpers.ts'
import { apiPath } from '#service/http/urls.ts'
import type { ServiceInfo } from '#shared/resources/service-info.ts'
import { localBackEnd, offered } from './back-end.ts'
import { requestAccount, createCoreCalls, type CoreCall } from './core-calls.ts'
import { rejectBrowsers, requireOwnHost, requireToken, type LocalApiEnv } from './request-guards.ts'
import { localCategoryRoutes } from './routes/categories.ts'
import { localExpenseRoutes } from './routes/expenses.ts'
import { localReferenceRoutes } from './routes/references.ts'
import { localTimeRoutes } from './routes/times.ts'
import { localWebhookRoutes } from './routes/webhooks.ts'

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
  api.on(['POST', 'PUT'], '*', withBody)
  api.get('/', async (context) => {
    const { account, capabilities } = await calls.run('app.state')
    // What is done here is also done on the service, if there is one.
    const isOffered = (name: (typeof offered)[number]) =>
      !account?.url || capabilities.includes(name)
    const info: ServiceInfo = {
      name: account?.name ?? 'Stint',
      version: 'v1',
      capabilities: offered.filter(isOffered),
    }
    return context.json(info)
  })
  api.all('/', onlyMethods('GET', 'HEAD'))
  const backEnd = localBackEnd(calls)
  api.route('/times', localTimeRoutes(backEnd))
  api.route('/expenses', localExpenseRoutes(backEnd))
  api.route('/categories', localCategoryRoutes(backEnd))
  api.route('/webhooks', localWebhookRoutes(backEnd))
  api.route('/', localReferenceRoutes(backEnd))

  // A slash at the end makes no difference.
  const app = new Hono<LocalApiEnv>({ strict: false })
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
