/** Every endpoint that a service with its capabilities has. */
import type { ServiceEndpoints } from '../openapi/operation.ts'
import type { Service } from '../service-context.ts'
import { categoryEndpoints } from './categories.ts'
import { changeEndpoints } from './changes.ts'
import { chargeEndpoints } from './charges.ts'
import { clientEndpoints } from './clients.ts'
import { documentationEndpoints } from './documentation.ts'
import { expenseEndpoints } from './expenses.ts'
import { healthEndpoints } from './health.ts'
import { infoEndpoints } from './info.ts'
import { projectEndpoints } from './projects.ts'
import { rateEndpoints } from './rates.ts'
import { taskEndpoints } from './tasks.ts'
import { timeEndpoints } from './times.ts'
import { userEndpoints } from './users.ts'
import { webhookEndpoints } from './webhooks.ts'

const always = [timeEndpoints, expenseEndpoints, categoryEndpoints, webhookEndpoints]
const reference = [
  projectEndpoints,
  clientEndpoints,
  taskEndpoints,
  chargeEndpoints,
  rateEndpoints,
  userEndpoints,
]

/** In the order of the reference. */
export function serviceEndpoints(service: Service): ServiceEndpoints {
  const { capabilities } = service
  const groups = [
    ...always,
    ...(capabilities.has('reference') ? reference : []),
    ...(capabilities.has('changes') ? [changeEndpoints] : []),
    infoEndpoints,
  ].map((endpoints) => endpoints(service))
  const all: ServiceEndpoints = {
    groups,
    open: [documentationEndpoints(service, () => all), healthEndpoints(service)],
  }
  return all
}
