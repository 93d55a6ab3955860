/** A live query: runs a read now and again whenever the core reports a change that concerns it. */
import { onScopeDispose, watch } from 'vue'
import { FailureError } from '#shared/errors.ts'
import type { ChangedResource, CoreEvent } from '#shared/ipc/contract.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useAppStore } from './app.ts'

/** True for events that report a change to records of one of these resources. */
export const isChangeOf =
  (...resources: ChangedResource[]) =>
  (event: CoreEvent): boolean =>
    event.event === 'changed' && resources.includes(event.resource)

/**
 * Reads as soon as there is an account, and on every event that concerns the store. Events that
 * arrive during a read cause one more read, not several.
 * @returns reads once more, and resolves when that read is done
 */
export function useLiveQuery(
  read: () => Promise<void>,
  concerns: (event: CoreEvent) => boolean,
): () => Promise<void> {
  const app = useAppStore()
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function readOnce() {
    try {
      await read()
    } catch (thrown) {
      // The last result stays on screen; other components report that the core is unreachable or
      // failing.
      if (!(thrown instanceof FailureError)) throw thrown
    }
  }
  function refresh(): Promise<void> {
    if (reading) {
      next ??= reading.then(() => {
        next = undefined
        return refresh()
      })
      return next
    }
    reading = readOnce().finally(() => (reading = undefined))
    return reading
  }

  watch(
    () => app.readings,
    (readings) => {
      if (readings > 0) void refresh()
    },
    { immediate: true },
  )
  const stop = useIpcClient().on((event) => {
    if (concerns(event)) void refresh()
  })
  onScopeDispose(stop)
  return refresh
}
