/** The person's proxy settings, which take precedence over the system's. */
import type { Network, ProxyWay } from '../ports.ts'
import type { WayOut } from './connections.ts'
import { hostOf, namedProxy, type FindProxy } from './proxy.ts'

/**
 * @param system finds the system's proxy for a URL
 * @returns the port and the settings that connections use; both always agree
 */
export function nodeNetwork(system: FindProxy): {
  network: Network
  way: Required<Pick<WayOut, 'findProxy' | 'onChange'>>
} {
  const listeners = new Set<() => void>()
  let find = system
  let known = ''

  const finders = {
    system: () => system,
    none: (): FindProxy => () => null,
    named: namedProxy,
  } satisfies Record<ProxyWay['way'], (way: ProxyWay) => FindProxy>

  return {
    network: {
      apply(way) {
        const text = JSON.stringify(way)
        if (text === known) return
        known = text
        find = finders[way.way](way)
        for (const changed of [...listeners]) changed()
      },
      proxyTo: async (url) => hostOf(await find(new URL(url))),
      systemProxyTo: async (url) => hostOf(await system(new URL(url))),
    },
    way: {
      findProxy: (url) => find(url),
      onChange(changed) {
        listeners.add(changed)
        return () => listeners.delete(changed)
      },
    },
  }
}
