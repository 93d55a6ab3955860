/** Adds to a filter and takes away from it, as the filter bar does. */
import {
  filterProblem,
  normalFilter,
  type Condition,
  type EntryFilter,
  type ReferenceConditionKind,
} from '#shared/rules/entry-filter.ts'

/** A value that a condition can name; null: has none. */
export type FilterValue =
  { kind: ReferenceConditionKind; value: number | null } | { kind: 'status'; value: string | null }

type ListCondition = Extract<Condition, { of: unknown }>

const isList = (condition: Condition): condition is ListCondition => 'of' in condition

export const isNegated = (condition: Condition): boolean =>
  'not' in condition && condition.not === true

/** The condition that a value is added to. */
export const conditionFor = (
  filter: EntryFilter,
  kind: FilterValue['kind'],
  not: boolean,
): ListCondition | undefined =>
  filter.filter(isList).find((condition) => condition.kind === kind && isNegated(condition) === not)

export const hasValue = (
  filter: EntryFilter,
  { kind, value }: FilterValue,
  not: boolean,
): boolean =>
  (conditionFor(filter, kind, not)?.of as readonly unknown[] | undefined)?.includes(value) ?? false

/**
 * Adds a value as another of those that the filter allows, or leaves out, of its kind; takes away
 * one that is there. A value is never both allowed and left out.
 */
export function toggleValue(filter: EntryFilter, one: FilterValue, not: boolean): EntryFilter {
  const isThere = hasValue(filter, one, not)
  const others = withoutValue(filter, one)
  if (isThere) return normalFilter(others)
  const condition = conditionFor(others, one.kind, not)
  const of = [...(condition?.of ?? []), one.value]
  const added = { kind: one.kind, ...(not ? { not } : {}), of } as Condition
  return ifAllowed(filter, [...others.filter((other) => other !== condition), added])
}

const withoutValue = (filter: EntryFilter, { kind, value }: FilterValue): Condition[] =>
  filter.flatMap((condition) => {
    if (!isList(condition) || condition.kind !== kind) return [condition]
    const of = (condition.of as readonly unknown[]).filter((other) => other !== value)
    return of.length === 0 ? [] : [{ ...condition, of } as Condition]
  })

/** @param instead the condition that was edited */
export const addCondition = (
  filter: EntryFilter,
  added: Condition,
  instead?: Condition,
): EntryFilter =>
  ifAllowed(filter, [...(instead ? removeCondition(filter, instead) : filter), added])

export const removeCondition = (filter: EntryFilter, removed: Condition): EntryFilter =>
  filter.filter((condition) => textOf(condition) !== textOf(removed))

const textOf = (condition: Condition): string => JSON.stringify(condition)

/** A filter that asks for too much stays as it is. */
const ifAllowed = (filter: EntryFilter, next: EntryFilter): EntryFilter =>
  filterProblem(next) === undefined ? normalFilter(next) : filter
