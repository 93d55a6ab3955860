/** Addresses that answers give. */
import type { Context } from 'hono'
import type { Service } from '../service.ts'

export const apiPath = '/api/v1'

/** The base address where the operator set one, else what the caller used; no trailing slash. */
export const originOf = (service: Service, context: Context): string =>
  service.baseUrl ?? new URL(context.req.url).origin

/** Address of an index endpoint, without parameters. */
export const addressOf = (service: Service, context: Context, resource: string): string =>
  `${originOf(service, context)}${apiPath}/${resource}`
