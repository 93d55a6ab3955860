/** A live query of the sync status. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { SyncStatus } from '#shared/ipc/call-results.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useLiveQuery } from './live-query.ts'

export const useSyncStore = defineStore('sync', () => {
  const client = useIpcClient()
  const status = shallowRef<SyncStatus>()

  useLiveQuery(
    async () => {
      status.value = await client.call('sync.status')
    },
    () => false,
  )
  client.on((event) => {
    if (event.event === 'sync') status.value = event.status
  })

  async function now() {
    await client.call('sync.now', {})
  }

  /** Pauses or resumes sync. */
  async function pause(paused: boolean) {
    status.value = await client.call(paused ? 'sync.pause' : 'sync.resume')
  }

  return { status, now, pause }
})
