/** Loads the service's records of every kind, as options. */
import { reactive } from 'vue'
import type { CallName, CallValue } from '#shared/ipc/contract.ts'
import type { UnmatchedReference } from '#shared/ipc/call-results.ts'
import type { Page } from '#shared/resources/page.ts'
import { factsOf, type ReferenceFacts } from '#shared/rules/reference-facts.ts'
import { type Translate, useTranslate } from '../../app/messages/index.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { factTexts } from './match-texts.ts'

/** One record of the service, as the picker shows it. */
export interface ServiceRecordOption extends ReferenceFacts {
  value: number
  label: string
  also: string
  detail: string
  code: string
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

function optionOf(kind: Kind, record: Listed, t: Translate): ServiceRecordOption {
  const code = 'code' in record ? record.code : ''
  const facts = factsOf(record as Parameters<typeof factsOf>[0])
  const [first] = factTexts(kind, facts, t)
  const detail = [code, first?.text].filter(Boolean).join(' · ')
  return { value: record.local, label: record.name, also: code, detail, code, ...facts }
}

export function useServiceRecords(): Record<Kind, ServiceRecordOption[]> {
  const client = useIpcClient()
  const t = useTranslate()
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
      for (const one of answer.data) if (one.id !== null) options.push(optionOf(kind, one, t))
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
