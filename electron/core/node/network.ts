/** The person's proxy settings, which take precedence over the system's. */
import type { Network, ProxyWithPassword } from '../ports.ts'
import type { OutboundOptions } from './connections.ts'
import { proxyLabel, configuredProxyResolver, type ProxyResolver } from './proxy.ts'

/**
 * @param system finds the system's proxy for a URL
 * @returns the port and the settings that connections use; both always agree
 */
export function createNodeNetwork(system: ProxyResolver): {
  network: Network
  way: Required<Pick<OutboundOptions, 'findProxy' | 'onChange'>>
} {
  const listeners = new Set<() => void>()
  let find = system
  let known = ''

  const finders = {
    system: () => system,
    none: (): ProxyResolver => () => null,
    named: configuredProxyResolver,
  } satisfies Record<ProxyWithPassword['way'], (way: ProxyWithPassword) => ProxyResolver>

  return {
    network: {
      apply(way) {
        const text = JSON.stringify(way)
        if (text === known) return
        known = text
        find = finders[way.way](way)
        for (const changed of [...listeners]) changed()
      },
      resolveProxy: async (url) => proxyLabel(await find(new URL(url))),
      resolveSystemProxy: async (url) => proxyLabel(await system(new URL(url))),
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
