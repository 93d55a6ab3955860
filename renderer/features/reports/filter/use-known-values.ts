/** Reads what the filter can name, and how many entries of the period each would leave. */
import { shallowRef } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { ReportRow } from '#shared/ipc/reports.ts'
import { fold } from '#shared/rules/search-text.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import { useTranslate, type Translate } from '../../../app/messages/index.ts'
import { useCatalogStore } from '../../../app/stores/catalog.ts'
import { fetchAllPages } from '../../../ipc/fetch-all-pages.ts'
import { useIpcClient } from '../../../ipc/ipc-client.ts'
import { conditionFor, removeCondition, type FilterValue } from './edit-filter.ts'
import { statusText } from './use-filter-names.ts'
import type { KnownValue, KnownValues, SuggestedKind } from './suggest-values.ts'

type Range = Pick<CallInput<'reports.show'>, 'from' | 'to' | 'whose'>

interface Listed {
  local: number
  name: string
  code?: string | null
}

export function useKnownValues() {
  const t = useTranslate()
  const client = useIpcClient()
  const catalog = useCatalogStore()
  /** Undefined until they are read. */
  const known = shallowRef<KnownValues>()
  let newest = 0

  async function read(range: Range, filter: EntryFilter) {
    const asked = ++newest
    const order = { sortKey: 'name', sortAsc: true, limit: 100 } as const
    const rowsBy = async (by: Exclude<SuggestedKind, 'status'>, kind: SuggestedKind = by) => {
      const own = conditionFor(filter, kind, false)
      const others = own ? removeCondition(filter, own) : filter
      return (await client.call('reports.show', { ...range, by, filter: others })).rows
    }
    const [clients, projects, tasks, categories, people, byStatus, listed] = await Promise.all([
      rowsBy('client'),
      rowsBy('project'),
      rowsBy('task'),
      rowsBy('category'),
      range.whose === 'everyone' ? rowsBy('person') : [],
      conditionFor(filter, 'status', false) ? rowsBy('project', 'status') : undefined,
      fetchAllPages((page) => client.call('categories.list', { ...order, page })),
    ])
    if (asked !== newest) return
    const clientsListed = catalog.projects.flatMap((project) => project.client ?? [])
    known.value = {
      client: valuesOf('client', clients, clientsListed, t),
      project: valuesOf('project', projects, catalog.openProjects, t),
      task: valuesOf('task', tasks, catalog.openTasks, t),
      category: valuesOf('category', categories, listed, t),
      person: valuesOf('person', people, [], t),
      status: statusesOf(byStatus ?? projects),
    }
  }

  function statusesOf(rows: readonly ReportRow[]): KnownValue[] {
    const words = new Map(catalog.projects.map(({ local, status }) => [local, status]))
    const byWord = Map.groupBy(rows, ({ key }) => fold(words.get(Number(key)) ?? ''))
    const all = new Set([...catalog.projects.map(({ status }) => fold(status))])
    return [...all].filter(Boolean).map((value) => ({
      one: { kind: 'status', value },
      name: statusText(value, t),
      code: null,
      entries: (byWord.get(value) ?? []).reduce((sum, { entries }) => sum + entries, 0),
    }))
  }

  return { known, read }
}

function valuesOf(
  kind: Exclude<SuggestedKind, 'status'>,
  rows: readonly ReportRow[],
  listed: readonly Listed[],
  t: Translate,
): KnownValue[] {
  const value = (key: number | null): FilterValue => ({ kind, value: key })
  const counted = rows.map(({ key, name, code, entries }): KnownValue => ({
    one: value(key === null ? null : Number(key)),
    name: key === null ? t(`reports.filter.none.${kind}`) : name || code || `#${key}`,
    code: kind === 'project' ? code : null,
    entries,
  }))
  const there = new Set(rows.map(({ key }) => key))
  const others = new Map(
    listed.filter(({ local }) => !there.has(local)).map((record) => [record.local, record]),
  )
  return [
    ...counted,
    ...[...others.values()].map(({ local, name, code }): KnownValue => ({
      one: value(local),
      name: name || code || `#${local}`,
      code: kind === 'project' ? (code ?? null) : null,
      entries: 0,
    })),
  ]
}
