/** What the filter bar offers for a typed text, of each kind. */
import { searchTerms, toHaystack, toNeedle } from '#shared/rules/search-text.ts'
import type { FilterValue } from './edit-filter.ts'

export const suggestedKinds = [
  'client',
  'project',
  'task',
  'category',
  'person',
  'status',
] as const satisfies readonly FilterValue['kind'][]
export type SuggestedKind = (typeof suggestedKinds)[number]

/** A value with how many entries it leaves. */
export interface KnownValue {
  one: FilterValue
  name: string
  code: string | null
  entries: number
}

export type KnownValues = Readonly<Record<SuggestedKind, readonly KnownValue[]>>

interface SuggestedGroup {
  kind: SuggestedKind
  values: readonly KnownValue[]
}

/** How many of a kind are offered: of all, of those that a text finds, and of the only kind. */
const most = { unasked: 5, found: 8, only: 200 }

/**
 * Offers those with the most entries; without a text, only what has entries.
 * @param only the kind whose condition is edited
 */
export function suggestValues(
  known: KnownValues,
  text: string,
  only?: SuggestedKind,
): SuggestedGroup[] {
  const needles = searchTerms(text).map(toNeedle)
  const limit = only ? most.only : needles.length > 0 ? most.found : most.unasked
  const fits = ({ name, code, entries }: KnownValue) =>
    needles.length > 0
      ? needles.every((needle) => toHaystack(name, code).includes(needle))
      : only !== undefined || entries > 0
  return (only ? [only] : suggestedKinds).flatMap((kind) => {
    const values = known[kind]
      .filter(fits)
      .toSorted((one, other) => other.entries - one.entries)
      .slice(0, limit)
    return values.length === 0 ? [] : [{ kind, values }]
  })
}
