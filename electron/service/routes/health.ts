/**
 * Answers supervisors and load balancers without a token: is the service alive, and can it serve?
 */
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Service } from '../service-context.ts'
import { onlyMethods } from '../http/route-helpers.ts'

export function healthRoutes(service: Service): Hono {
  const routes = new Hono()
  routes.get('/health', (context) => context.json({ status: 'ok' }))
  routes.get('/ready', async (context) => {
    try {
      if (!(await service.room.isThere())) return context.json({ status: 'full' }, 503)
      await sql`select 1`.execute(service.db)
      return context.json({ status: 'ok' })
    } catch (cause) {
      service.log.warn('the database isn’t responding', { cause: String(cause) })
      return context.json({ status: 'unavailable' }, 503)
    }
  })
  for (const path of ['/health', '/ready']) routes.all(path, onlyMethods('GET', 'HEAD'))
  return routes
}
