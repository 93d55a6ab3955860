/** The field of a filter: what it offers for the typed text, and what choosing changes. */
import { computed, ref, shallowRef, useId, watch, type Ref } from 'vue'
import type { Condition, EntryFilter } from '#shared/rules/entry-filter.ts'
import { searchTerms, toHaystack, toNeedle } from '#shared/rules/search-text.ts'
import { useTranslate } from '../../../app/messages/index.ts'
import { kindText, quoted } from './condition-text.ts'
import {
  addCondition,
  hasValue,
  isNegated,
  removeCondition,
  toggleValue,
  type FilterValue,
} from './edit-filter.ts'
import {
  suggestedKinds,
  suggestValues,
  type KnownValues,
  type SuggestedKind,
} from './suggest-values.ts'

export interface OfferedRow {
  key: string
  label: string
  code?: string | null
  kind?: SuggestedKind
  entries?: number
  isChosen: boolean
  /** @param not all but this */
  choose: (not: boolean) => void
}
export interface OfferedGroup {
  head: string
  rows: OfferedRow[]
}

export type FilterField = ReturnType<typeof useFilterField>

/**
 * @param known what can be named; undefined until it is read
 * @param ask reads what can be named
 */
export function useFilterField(
  filter: Ref<EntryFilter>,
  known: () => KnownValues | undefined,
  ask: () => void,
) {
  const t = useTranslate()
  const text = ref('')
  /** The condition that is being edited. */
  const edited = shallowRef<Condition>()
  const only = computed<SuggestedKind | undefined>(() =>
    suggestedKinds.find((kind) => kind === edited.value?.kind),
  )
  const terms = computed(() => searchTerms(text.value))

  const isLeftOut = computed(() => edited.value !== undefined && isNegated(edited.value))
  const valueGroups = computed<OfferedGroup[]>(() => {
    const values = known()
    if (values === undefined) return []
    return suggestValues(values, text.value, only.value).map(({ kind, values: offered }) => ({
      head: kindText(kind, t),
      rows: offered.map(({ one, name, code, entries }) => ({
        key: `${kind}:${one.value}`,
        kind,
        label: name,
        code,
        entries,
        isChosen: hasValue(filter.value, one, isLeftOut.value),
        choose: (not) => toggle(one, not),
      })),
    }))
  })
  const wordsGroup = computed<OfferedGroup[]>(() => {
    if (terms.value.length === 0 || only.value) return []
    const typed = text.value.trim()
    const choose = (not: boolean) =>
      add({ kind: 'words', ...(not ? { not: true as const } : {}), text: typed })
    const row = { key: 'words', label: quoted(typed, t), isChosen: false, choose }
    return [{ head: t('reports.filter.inWords'), rows: [row] }]
  })
  const otherGroup = computed<OfferedGroup[]>(() => {
    if (only.value) return []
    const needles = terms.value.map(toNeedle)
    const rows = [true, false]
      .map((is): OfferedRow => ({
        key: `notes:${is}`,
        label: t(`reports.filter.notes.${is ? 'yes' : 'no'}`),
        isChosen: filter.value.some((one) => one.kind === 'notes' && one.is === is),
        choose: (not) => add({ kind: 'notes', is: is !== not }),
      }))
      .filter(({ label }) => needles.every((needle) => toHaystack(label).includes(needle)))
    return rows.length === 0 ? [] : [{ head: t('reports.filter.more'), rows }]
  })
  const groups = computed(() => [...valueGroups.value, ...otherGroup.value, ...wordsGroup.value])
  const rows = computed(() => groups.value.flatMap((group) => group.rows))
  /** True where the text names nothing. */
  const isNothing = computed(
    () => known() !== undefined && groups.value.length === wordsGroup.value.length,
  )
  /** -1: none, so that Enter in an empty field chooses nothing. */
  const active = ref(-1)
  watch([text, only], () => (active.value = terms.value.length > 0 ? 0 : -1))
  const activeRow = computed(() => rows.value[active.value])
  const listId = useId()
  const idOf = (row: OfferedRow) => `${listId}-${rows.value.indexOf(row)}`
  const activeId = computed(() => activeRow.value && idOf(activeRow.value))
  /** Counts the steps by keys, which the list follows. */
  const steps = ref(0)

  function toggle(one: FilterValue, not: boolean) {
    const isNot = isLeftOut.value !== not
    filter.value = toggleValue(filter.value, one, isNot)
    // It is another condition now, of the same kind.
    edited.value =
      edited.value &&
      filter.value.find((other) => other.kind === one.kind && isNegated(other) === isLeftOut.value)
    chosen()
  }
  function add(condition: Condition) {
    const opposites =
      condition.kind === 'notes' ? filter.value.find(({ kind }) => kind === 'notes') : undefined
    filter.value = addCondition(filter.value, condition, edited.value ?? opposites)
    edited.value = undefined
    chosen()
  }
  function chosen() {
    text.value = ''
    ask()
  }
  function remove(condition: Condition) {
    filter.value = removeCondition(filter.value, condition)
    if (edited.value === condition) edited.value = undefined
  }
  /** Returns false for a condition that has only an opposite, which it is now. */
  function edit(condition: Condition): boolean {
    if ('is' in condition) {
      filter.value = addCondition(filter.value, { ...condition, is: !condition.is }, condition)
      return false
    }
    edited.value = condition
    text.value = condition.kind === 'words' ? condition.text : ''
    return true
  }
  /** Ends editing; the text stays. */
  function leave() {
    edited.value = undefined
    active.value = -1
  }

  function step(by: 1 | -1) {
    const count = rows.value.length
    if (count === 0) return
    active.value =
      active.value === -1 && by === -1 ? count - 1 : (active.value + by + count) % count
    steps.value += 1
  }
  /** Handles the keys that choose and remove. Returns whether it was one of them. */
  function press(event: KeyboardEvent): boolean {
    const isEmpty = text.value === ''
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter') activeRow.value?.choose(event.altKey)
    else if (event.key === 'Backspace' && isEmpty && edited.value) edited.value = undefined
    else if (event.key === 'Backspace' && isEmpty && filter.value.length > 0) {
      remove(filter.value.at(-1)!)
    } else return false
    return true
  }

  const placeholder = computed(() => {
    if (only.value) return kindText(only.value, t)
    return filter.value.length === 0 ? t('reports.filter.placeholder') : t('reports.filter.add')
  })

  return {
    text,
    terms,
    groups,
    rows,
    active,
    activeRow,
    activeId,
    listId,
    idOf,
    steps,
    isNothing,
    placeholder,
    remove,
    edit,
    leave,
    press,
  }
}
