/** `GET /api/v1`: describes this service (docs/API.md, Beyond the specification). */
import { readOrganisation } from '#core/store/resources/organisations.ts'
import { readEpoch } from '#core/store/service/service-state.ts'
import type { ServiceInfo } from '#shared/resources/service-info.ts'
import { apiPath } from '../http/urls.ts'
import type { EndpointGroup, OperationTag } from '../openapi/operation.ts'
import { requireKnown } from '../records/require-known.ts'
import type { Service } from '../service-context.ts'

/** What the service reports about itself, also to monitoring. */
export const serviceTag: OperationTag = { name: 'Service', description: 'The service itself.' }

/** The name is the organisation's, by which people know their accounts. */
export const infoEndpoints = (service: Service): EndpointGroup => ({
  tag: serviceTag,
  path: apiPath,
  endpoints: [
    {
      method: 'get',
      path: '/',
      async handler(context) {
        const { organisation } = context.get('caller')
        const found = await readOrganisation(service.db, organisation)
        const info: ServiceInfo = {
          name: requireKnown(found, 'organisation').name,
          version: 'v1',
          capabilities: [...service.capabilities],
          ...(service.capabilities.has('epoch') ? await readEpoch(service.db) : {}),
        }
        return context.json(info)
      },
      operation: {
        id: 'service.info',
        summary: 'Get information about the service',
        description:
          'Returns the name of the organization and the capabilities that are turned on. A service without this endpoint provides the interface specification and nothing more.',
        answer: {
          status: 200,
          description: 'Name, version, and capabilities',
          schema: 'ServiceInfo',
        },
        example: {},
      },
    },
  ],
})
