/**
 * Filters of entries and expenses: what they are, their normal form, and what they mean. Queries
 * (`filter-sets.ts` of the core) have to agree with `matches`.
 */
import { composed, fold, searchTerms, toNeedle } from './search-text.ts'

/** Conditions that all hold; an empty list is everything. */
export type EntryFilter = readonly Condition[]

export const referenceConditionKinds = ['client', 'project', 'task', 'category', 'person'] as const
export type ReferenceConditionKind = (typeof referenceConditionKinds)[number]

interface Negatable {
  /** The complement of the condition. */
  not?: true | undefined
}

/** By local ids; null: has none. */
export interface ReferenceCondition extends Negatable {
  kind: ReferenceConditionKind
  of: readonly (number | null)[]
}

/** By words of the service for its projects; null: without a project. */
interface StatusCondition extends Negatable {
  kind: 'status'
  of: readonly (string | null)[]
}

interface YesNoCondition {
  kind: 'billable' | 'notes'
  is: boolean
}

/** All terms occur, as in a search. */
interface WordsCondition extends Negatable {
  kind: 'words'
  text: string
}

export type Condition = ReferenceCondition | StatusCondition | YesNoCondition | WordsCondition
export type ConditionKind = Condition['kind']

export const isReferenceCondition = (condition: Condition): condition is ReferenceCondition =>
  referenceConditionKinds.some((kind) => kind === condition.kind)

/** In the order of the normal form. */
export const conditionKinds = [
  'client',
  'project',
  'status',
  'task',
  'category',
  'person',
  'billable',
  'notes',
  'words',
] as const satisfies readonly ConditionKind[]

const mostConditions = 12
const mostValues = 200
const longestText = 200

/** What a filter asks about an entry or expense. */
export interface EntryFacts {
  isTime: boolean
  project: { id: number; client: number | null; status: string; type: string } | null
  /** Always null for an expense, which has no task. */
  task: number | null
  /** Those of its task or its charge, without archived ones. */
  categories: readonly number[]
  person: number | null
  /** Of an expense. */
  chargeable: boolean
  notes: string | null
  /** Of its own texts and of the records that a search looks in (`toHaystack`). */
  haystack: string
}

/** True where all conditions hold. */
export const matches = (filter: EntryFilter, facts: EntryFacts): boolean =>
  filter.every((condition) => fits(condition, facts))

/** True where one condition holds. */
export function fits(condition: Condition, facts: EntryFacts): boolean {
  if ('is' in condition) return isPlainly(condition.kind, facts) === condition.is
  // The opposite does not fit either: an expense is outside of every question about tasks.
  if (condition.kind === 'task' && !facts.isTime) return false
  return isNamed(condition, facts) !== (condition.not === true)
}

function isPlainly(kind: YesNoCondition['kind'], facts: EntryFacts): boolean {
  switch (kind) {
    case 'billable':
      return isBillable(facts)
    case 'notes':
      return facts.notes !== null
  }
}

/** Work for a client is billable at any rate, unless its project is internal. */
const isBillable = ({ isTime, chargeable, project }: EntryFacts): boolean =>
  isTime ? project !== null && project.client !== null && project.type !== 'internal' : chargeable

function isNamed(
  condition: Exclude<Condition, YesNoCondition>,
  { project, task, categories, person, haystack }: EntryFacts,
): boolean {
  switch (condition.kind) {
    case 'client':
      return condition.of.includes(project?.client ?? null)
    case 'project':
      return condition.of.includes(project?.id ?? null)
    case 'status':
      return condition.of.map(foldedStatus).includes(foldedStatus(project?.status ?? null))
    case 'task':
      return condition.of.includes(task)
    case 'category':
      return categories.length === 0
        ? condition.of.includes(null)
        : categories.some((category) => condition.of.includes(category))
    case 'person':
      return condition.of.includes(person)
    case 'words':
      return searchTerms(condition.text).every((term) => haystack.includes(toNeedle(term)))
  }
}

const foldedStatus = (word: string | null): string | null => word && fold(word)

/** Matches what the condition does not, except for expenses under a condition on tasks. */
export const opposite = (condition: Condition): Condition =>
  'is' in condition
    ? { ...condition, is: !condition.is }
    : normalCondition({ ...condition, not: condition.not === true ? undefined : true })

/**
 * Returns the one form of all filters that mean the same by order and repetition: kinds in order,
 * negations of a kind as one condition after the others of the kind, values sorted with null last.
 */
export function normalFilter(filter: EntryFilter): EntryFilter {
  const byText = new Map(
    withNegationsMerged(filter.map(normalCondition)).map(
      (condition) => [orderOf(condition), condition] as const,
    ),
  )
  return [...byText.keys()].toSorted(byCodeUnits).map((text) => byText.get(text)!)
}

const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : 1)

const orderOf = (condition: Condition): string =>
  JSON.stringify([
    conditionKinds.indexOf(condition.kind),
    'not' in condition && condition.not === true,
    condition,
  ])

function normalCondition(condition: Condition): Condition {
  if ('is' in condition) return { kind: condition.kind, is: condition.is }
  const not = condition.not === true ? ({ not: true } as const) : {}
  switch (condition.kind) {
    case 'words':
      return {
        kind: 'words',
        ...not,
        text: composed(condition.text).trim().split(/\s+/u).join(' '),
      }
    case 'status':
      return {
        kind: 'status',
        ...not,
        of: normalValues(condition.of.map(foldedStatus), byCodeUnits),
      }
    default:
      return {
        kind: condition.kind,
        ...not,
        of: normalValues(condition.of, (one, other) => one - other),
      }
  }
}

function normalValues<Value>(
  values: readonly (Value | null)[],
  compare: (one: Value, other: Value) => number,
): (Value | null)[] {
  const sorted = [...new Set(values)].filter((value) => value !== null).toSorted(compare)
  return values.includes(null) ? [...sorted, null] : sorted
}

/**
 * Says what is wrong with a filter. One that asks for nothing is refused, because it would be taken
 * for one that asks for everything.
 */
export function filterProblem(filter: EntryFilter): string | undefined {
  const normal = normalFilter(filter)
  const lists = normal.flatMap((condition) => ('of' in condition ? [condition.of] : []))
  if (normal.length > mostConditions) return `Choose ${mostConditions} or fewer`
  if (lists.some((of) => of.length === 0)) return 'Choose at least one'
  if (lists.some((of) => of.length > mostValues)) return `Choose ${mostValues} or fewer`
  const texts = normal.flatMap((condition) => ('text' in condition ? [condition.text] : []))
  if (texts.some((text) => searchTerms(text).length === 0)) return 'Enter text'
  return texts.some((text) => text.length > longestText)
    ? `Use ${longestText} characters or fewer`
    : undefined
}

/** Not a and not b is not (a or b). Words are left: “not a b” means that not both occur. */
function withNegationsMerged(filter: EntryFilter): Condition[] {
  const merged: Condition[] = []
  const negations = new Map<ConditionKind, Exclude<Condition, YesNoCondition | WordsCondition>>()
  for (const condition of filter) {
    if (!('of' in condition) || condition.not !== true) merged.push(condition)
    else {
      const of = [...(negations.get(condition.kind)?.of ?? []), ...condition.of]
      negations.set(condition.kind, { ...condition, of } as typeof condition)
    }
  }
  return [...merged, ...[...negations.values()].map(normalCondition)]
}
