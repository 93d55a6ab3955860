/** What stands around the proxy's setting, read anew whenever settings or account change. */
import { shallowRef, watch, type ShallowRef } from 'vue'
import type { NetworkState } from '#shared/ipc/proxy.ts'
import { useClient } from '../../ipc/client.ts'
import { useAttempt } from '../failures.ts'
import { useApp } from '../stores/app.ts'

/**
 * To be called in a component's setup; undefined until the first answer.
 * @param service one that is typed, where it is not the open account's
 */
export function useNetwork(
  service: () => string | undefined = () => undefined,
): Readonly<ShallowRef<NetworkState | undefined>> {
  const app = useApp()
  const client = useClient()
  const attempt = useAttempt()
  const network = shallowRef<NetworkState>()
  watch(
    [() => app.state, service],
    async ([state, url]) => {
      const found = await attempt(() => client.call('network.state', url ? { url } : {}))
      if (found && app.state === state) network.value = found
    },
    { immediate: true },
  )
  return network
}
