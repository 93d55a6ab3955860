/** What the values of filters are called, as far as it has been read. */
import { shallowReactive, watch, type Ref } from 'vue'
import type { NamedCondition } from '#shared/ipc/reports.ts'
import { useTranslate, type Translate } from '../../../app/messages/index.ts'
import { useCatalogStore } from '../../../app/stores/catalog.ts'
import type { NameOf } from './condition-text.ts'
import type { FilterValue } from './edit-filter.ts'
import type { KnownValues } from './suggest-values.ts'

const keyOf = ({ kind, value }: { kind: string; value: number | string | null }): string =>
  `${kind}:${value}`

/**
 * @param filter of the report that was read last
 * @param known what was offered last
 */
export function useFilterNames(
  filter: () => readonly NamedCondition[],
  known: Ref<KnownValues | undefined>,
): NameOf {
  const t = useTranslate()
  const catalog = useCatalogStore()
  /** Null for a record that does not exist. */
  const names = shallowReactive(new Map<string, string | null>())

  watch(
    filter,
    (conditions) => {
      for (const condition of conditions) {
        if (!('of' in condition)) continue
        for (const [nth, value] of condition.of.entries()) {
          names.set(keyOf({ kind: condition.kind, value }), condition.names?.[nth] ?? null)
        }
      }
    },
    { immediate: true },
  )
  watch(known, (now) => {
    for (const { one, name } of Object.values(now ?? {}).flat()) names.set(keyOf(one), name)
  })

  const isDeleted = ({ kind, value }: FilterValue): boolean => {
    const records = kind === 'project' ? catalog.projects : kind === 'task' ? catalog.tasks : []
    return records.find(({ local }) => local === value)?.deleted ?? false
  }
  return (one) => {
    if (one.kind === 'status') return statusText(one.value ?? '', t)
    const name = names.get(keyOf(one))
    if (name === undefined) return '…'
    if (name === null) return undefined
    return isDeleted(one) ? t('reports.filter.deleted', { name }) : name
  }
}

/** The service's words for a project, in the reader's language where they are the usual ones. */
export function statusText(word: string, t: Translate): string {
  if (word === 'complete') return t('references.complete')
  return word === 'incomplete' ? t('references.open') : word
}
