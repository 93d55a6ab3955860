/** Addresses that answers give. */
import type { Context } from 'hono'
import type { Service } from '../service.ts'

export const apiPath = '/api/v1'

/**
 * Address of an index endpoint, without parameters: under the base address where the operator set
 * one, else under the address that the caller used.
 */
export const addressOf = (service: Service, context: Context, resource: string): string =>
  `${service.baseUrl ?? new URL(context.req.url).origin}${apiPath}/${resource}`
