/**
 * Answers supervisors and load balancers without a token: is the service alive, and can it serve?
 */
import type { Env } from 'hono'
import { sql } from 'kysely'
import type { EndpointGroup } from '../openapi/operation.ts'
import type { Service } from '../service-context.ts'
import { serviceTag } from './info.ts'

export const healthEndpoints = (service: Service): EndpointGroup<Env> => ({
  tag: serviceTag,
  path: '',
  endpoints: [
    {
      method: 'get',
      path: '/health',
      handler: (context) => context.json({ status: 'ok' }),
      operation: {
        id: 'service.health',
        summary: 'Check that the process is running',
        description: 'Responds without using the database.',
        answer: { status: 200, description: 'The process is running', schema: 'Health' },
        example: {},
      },
    },
    {
      method: 'get',
      path: '/ready',
      async handler(context) {
        try {
          if (!(await service.room.isThere())) return context.json({ status: 'full' }, 503)
          await sql`select 1`.execute(service.db)
          return context.json({ status: 'ok' })
        } catch (cause) {
          service.log.warn('the database isn’t responding', { cause: String(cause) })
          return context.json({ status: 'unavailable' }, 503)
        }
      },
      operation: {
        id: 'service.ready',
        summary: 'Check that the service is ready',
        description: 'Checks that the database responds and that its disk isn’t full.',
        answer: { status: 200, description: 'The service is ready', schema: 'Health' },
        refusals: [503],
        example: {},
      },
    },
  ],
})
