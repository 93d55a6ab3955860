/**
 * A service that answers at another address: what its permanent redirects say, and which of them
 * are followed unasked. Pure.
 */
import { withoutTrailing } from './search-text.ts'

export interface ServiceLocation {
  /** Address without a trailing slash; may have a path. */
  url: string
  /** The service wants a slash at the end of each path. */
  slash: boolean
}

/**
 * Returns where a redirect leads, if to the same resource at another address of the same host. Null
 * otherwise, as for a login page, or where it leads to what was requested.
 * @param requested URL of the request
 * @param target the redirect's `Location`
 */
export function readMovedLocation(
  requested: string,
  target: string | undefined,
): ServiceLocation | null {
  const from = URL.parse(requested)
  const to = target === undefined ? null : URL.parse(target, requested)
  if (!from || !to || to.hostname !== from.hostname || !/^https?:$/.test(to.protocol)) return null
  if (to.origin === from.origin && to.pathname === from.pathname) return null
  const resource = withoutTrailing(from.pathname.slice(from.pathname.lastIndexOf('/api/v1')), '/')
  const path = withoutTrailing(to.pathname, '/')
  if (!path.endsWith(resource)) return null
  return { url: to.origin + path.slice(0, -resource.length), slash: to.pathname.endsWith('/') }
}

/**
 * Returns true where nothing but the scheme changed, from http to https, or only the slash at the
 * end: what may follow without asking the person. The token never goes from https to http.
 */
export const isSafeMove = (from: string, to: string): boolean => to === from || to === asHttps(from)

const asHttps = (url: string): string => url.replace(/^http:/, 'https:')

/** Returns true for two addresses of one host, the second of which hides the token no worse. */
export function isSameHost(from: string, to: string): boolean {
  const [former, next] = [new URL(from), new URL(to)]
  return (
    former.hostname === next.hostname &&
    (next.protocol === 'https:' || former.protocol === next.protocol)
  )
}
