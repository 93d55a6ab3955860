/** Filters and ranks options by the typed text, and tells whether it could be a new option. */
import { computed, type ComputedRef } from 'vue'
import { fold, foldForSearch } from '#shared/rules/search-text.ts'

export interface ComboOption {
  value: number
  label: string
  /** Another text to search in, such as a code. */
  also?: string
  /** Shown at the right of the option. */
  detail?: string
}

export function useComboSearch<Option extends ComboOption>(source: {
  options: () => readonly Option[]
  /** The search text; empty while the person is not searching. */
  text: () => string
  /** True where new options can be added. */
  adds: () => boolean
}): { found: ComputedRef<readonly Option[]>; canAdd: ComputedRef<boolean> } {
  const query = computed(() => foldForSearch(source.text().trim()))

  const rank = (option: Option): number => {
    const also = foldForSearch(option.also ?? '')
    if (also === query.value) return 0
    if (also.startsWith(query.value)) return 1
    return foldForSearch(option.label).startsWith(query.value) ? 2 : 3
  }
  const found = computed(() => {
    if (query.value === '') return source.options()
    return source
      .options()
      .filter((option) =>
        foldForSearch(`${option.also ?? ''} ${option.label}`).includes(query.value),
      )
      .toSorted((one, other) => rank(one) - rank(other))
  })
  /** A name with other accents is another name, so this compares more strictly. */
  const isThere = computed(() => {
    const name = fold(source.text().trim())
    return name !== '' && source.options().some(({ label }) => fold(label) === name)
  })
  return { found, canAdd: computed(() => source.adds() && !isThere.value) }
}
