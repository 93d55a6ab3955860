/** URLs in responses. */
import type { Context } from 'hono'
import type { Host } from '../service-context.ts'

export const apiPath = '/api/v1'

/**
 * The base URL that the operator set, otherwise the one that the caller used; no trailing slash.
 */
export const baseUrlOf = ({ baseUrl }: Host, context: Context): string =>
  baseUrl ?? new URL(context.req.url).origin

/** URL of an index endpoint, without parameters. */
export const indexUrlOf = (host: Host, context: Context, resource: string): string =>
  `${baseUrlOf(host, context)}${apiPath}/${resource}`
