/** Loads the service's records of every kind, as options. */
import { reactive } from 'vue'
import type { CallName, CallValue } from '#shared/ipc/contract.ts'
import type { UnmatchedReference } from '#shared/ipc/call-results.ts'
import type { Page } from '#shared/resources/page.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'

/** One record of the service, as the picker shows it. */
export interface ServiceRecordOption {
  value: number
  label: string
  also?: string
  detail?: string
}

type Kind = UnmatchedReference['kind']
type ListCall = Extract<CallName, 'projects.list' | 'clients.list' | 'tasks.list' | 'charges.list'>
type Listed = CallValue<ListCall>['data'][number]

const lists: Record<Kind, ListCall> = {
  project: 'projects.list',
  client: 'clients.list',
  task: 'tasks.list',
  charge: 'charges.list',
}

const optionOf = (record: Listed): ServiceRecordOption => ({
  value: record.local,
  label: record.name,
  ...('code' in record && record.code !== '' ? { also: record.code, detail: record.code } : {}),
})

export function useServiceRecords(): Record<Kind, ServiceRecordOption[]> {
  const client = useIpcClient()
  const theirs = reactive<Record<Kind, ServiceRecordOption[]>>({
    project: [],
    client: [],
    task: [],
    charge: [],
  })

  async function readKind(kind: Kind) {
    const options: ServiceRecordOption[] = []
    for (let page = 1; ; page++) {
      const answer = (await client.call(lists[kind], { page, limit: 100 })) as Page<Listed>
      options.push(...answer.data.filter(({ id }) => id !== null).map(optionOf))
      if (page >= answer.last_page) break
    }
    theirs[kind] = options
  }
  useLiveQuery(
    async () => {
      await Promise.all((Object.keys(lists) as Kind[]).map(readKind))
    },
    isChangeOf('project', 'client', 'task', 'charge'),
  )
  return theirs
}
