/** `GET /api/v1`: describes this service (DECISIONS.md, Beyond the specification). */
import { Hono } from 'hono'
import { readOrganisation } from '#core/store/organisations.ts'
import type { ServiceInfo } from '#shared/resources/service-info.ts'
import { known } from '../records/require-known.ts'
import type { Env, Service } from '../service-context.ts'
import { only } from './route-helpers.ts'

/** The name is the organisation's, by which people know their accounts. */
export function infoRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const { name } = known(await readOrganisation(service.db, organisation), 'organisation')
    const info: ServiceInfo = { name, version: 'v1', capabilities: [...service.capabilities] }
    return context.json(info)
  })
  routes.all('/', only('GET', 'HEAD'))
  return routes
}
