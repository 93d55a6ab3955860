/** URLs in responses. */
import type { Context } from 'hono'
import type { Service } from '../service-context.ts'

export const apiPath = '/api/v1'

/**
 * The base URL that the operator set, otherwise the one that the caller used; no trailing slash.
 */
export const baseUrlOf = (service: Service, context: Context): string =>
  service.baseUrl ?? new URL(context.req.url).origin

/** URL of an index endpoint, without parameters. */
export const indexUrlOf = (service: Service, context: Context, resource: string): string =>
  `${baseUrlOf(service, context)}${apiPath}/${resource}`
