/**
 * How a store, or a page for as long as it is open, keeps showing what the core has: it reads again
 * whenever something it shows changed.
 */
import { onScopeDispose, watch } from 'vue'
import { FailureError } from '#shared/errors.ts'
import type { ChangedResource, CoreEvent } from '#shared/ipc/contract.ts'
import { useClient } from '../../ipc/client.ts'
import { useApp } from './app.ts'

/** True for events that say that records of one of these resources changed. */
export const changeOf =
  (...resources: ChangedResource[]) =>
  (event: CoreEvent): boolean =>
    event.event === 'changed' && resources.includes(event.resource)

/**
 * Reads now (as soon as there is an account) and on every event that concerns the store. Events
 * that come while it reads lead to one more reading, not to many.
 * @returns reads once more, and resolves when that reading is done
 */
export function useMirror(
  read: () => Promise<void>,
  concerns: (event: CoreEvent) => boolean,
): () => Promise<void> {
  const app = useApp()
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function readOnce() {
    try {
      await read()
    } catch (thrown) {
      // What is known stays on screen; that the core is away or in trouble is said elsewhere.
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
  const stop = useClient().on((event) => {
    if (concerns(event)) void refresh()
  })
  onScopeDispose(stop)
  return refresh
}
