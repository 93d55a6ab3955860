/** `GET /api/v1`: describes this service (docs/API.md, Beyond the specification). */
import { Hono } from 'hono'
import { readOrganisation } from '#core/store/resources/organisations.ts'
import { readEpoch } from '#core/store/service/service-state.ts'
import type { ServiceInfo } from '#shared/resources/service-info.ts'
import { requireKnown } from '../records/require-known.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { onlyMethods } from '../http/route-helpers.ts'

/** The name is the organisation's, by which people know their accounts. */
export function infoRoutes(service: Service): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>()
  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const { name } = requireKnown(await readOrganisation(service.db, organisation), 'organisation')
    const info: ServiceInfo = {
      name,
      version: 'v1',
      capabilities: [...service.capabilities],
      ...(service.capabilities.has('epoch') ? await readEpoch(service.db) : {}),
    }
    return context.json(info)
  })
  routes.all('/', onlyMethods('GET', 'HEAD'))
  return routes
}
