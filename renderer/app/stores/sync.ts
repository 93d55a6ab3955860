/** A live query of the sync status. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { SyncStatus } from '#shared/ipc/call-results.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { isChangeOf, useLiveQuery } from './live-query.ts'

export const useSyncStore = defineStore('sync', () => {
  const client = useIpcClient()
  const status = shallowRef<SyncStatus>()

  /** Number of statuses that sync has reported. */
  let reported = 0

  /** Reads again if sync reports during the read, since either could be the older. */
  async function readStatus(): Promise<SyncStatus> {
    const before = reported
    const read = await client.call('sync.status')
    return before === reported ? read : readStatus()
  }
  // Reads on the changes that lists read on, so that the counts agree with them: sync reports only
  // when it next does something, which is later.
  useLiveQuery(
    async () => {
      status.value = await readStatus()
    },
    isChangeOf('time', 'expense', 'category', 'history', 'inbox'),
  )
  client.on((event) => {
    if (event.event !== 'sync') return
    reported += 1
    status.value = event.status
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
