/** Filters as property tests draw them. */
import fc from 'fast-check'
import {
  referenceConditionKinds,
  type Condition,
  type EntryFilter,
} from '#shared/rules/entry-filter.ts'

const not = fc.constantFrom(undefined, true as const)
const list = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(fc.option(value, { freq: 4 }), { minLength: 1, maxLength: 4 })

/** Most ids exist in the stores that tests fill; 9 does not. */
const references = fc.record({
  kind: fc.constantFrom(...referenceConditionKinds),
  not,
  of: list(fc.constantFrom(1, 2, 3, 9)),
})

const status = fc.record({
  kind: fc.constant('status' as const),
  not,
  of: list(fc.constantFrom('incomplete', 'Complete', 'none', 'on hold, since May')),
})

const words = fc.record({
  kind: fc.constant('words' as const),
  not,
  text: fc.constantFrom('logo', ' Draft  logo', 'o', 'Zürich', 'ltd', '50%_', 'web'),
})

const yesOrNo = fc.record({ kind: fc.constantFrom('billable', 'notes'), is: fc.boolean() })

export const condition: fc.Arbitrary<Condition> = fc.oneof(
  { arbitrary: references, weight: 5 },
  { arbitrary: status, weight: 1 },
  { arbitrary: words, weight: 2 },
  { arbitrary: yesOrNo, weight: 2 },
)

export const entryFilter: fc.Arbitrary<EntryFilter> = fc.array(condition, { maxLength: 4 })
