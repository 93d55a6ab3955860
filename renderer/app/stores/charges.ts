/** A live query of the charges that expenses can use; starts when the first page uses it. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Charge } from '#shared/resources/charge.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { fetchAllPages } from '../../ipc/fetch-all-pages.ts'
import { isChangeOf, useLiveQuery } from './live-query.ts'

export const useChargesStore = defineStore('charges', () => {
  const client = useIpcClient()
  const charges = shallowRef<Charge[]>([])
  const read = useLiveQuery(async () => {
    charges.value = await fetchAllPages((page) =>
      client.call('charges.list', { sortKey: 'name', sortAsc: true, page, limit: 100 }),
    )
  }, isChangeOf('charge'))
  return { charges, read }
})
