/** The network state around the proxy setting, re-read whenever settings or account change. */
import { shallowRef, watch, type ShallowRef } from 'vue'
import type { NetworkState } from '#shared/ipc/proxy.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useFailureToast } from '../stores/use-failure-toast.ts'
import { useAppStore } from '../stores/app.ts'

/**
 * Call it in a component's setup. The result is undefined until the first reply.
 * @param service the typed URL, where it is not the open account's
 */
export function useNetworkState(
  service: () => string | undefined = () => undefined,
): Readonly<ShallowRef<NetworkState | undefined>> {
  const app = useAppStore()
  const client = useIpcClient()
  const attempt = useFailureToast()
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
