/** The inbox: what sync cannot decide alone, as the program works with it. */

/**
 * What a person may answer. `mine`: what stands here counts. `theirs`: what stands on the service
 * counts. `again`: it is sent once more, or asked about one by one. `drop`: it is let go here.
 */
export const takes = ['mine', 'theirs', 'again', 'drop'] as const
export type Take = (typeof takes)[number]

export type CardKind =
  | 'refused'
  | 'conflict'
  | 'twin'
  | 'gone'
  | 'increment'
  | 'archived'
  | 'removals'
  | 'moved'
  | 'bad-record'

/** A value of a field, with the names of the records that it refers to. */
export interface CardValue {
  value: unknown
  /** Of a project, a task, a charge, or of the members of a set. */
  names: string[]
  /** Of an amount: its currency, where that is known. */
  currency?: string
}

/** One field of a record as each side has it; null where the side says nothing about it. */
export interface CardField {
  /** As the API names it. */
  field: string
  /** Of a conflict: fields of the same group only make sense together, and are decided together. */
  group?: string
  base: CardValue | null
  mine: CardValue | null
  theirs: CardValue | null
  /** The service's words about this field. */
  words: string[]
}

/**
 * Of many fields that are decided together those in which the sides differ; a quantity keeps its
 * increment.
 */
export function tellingFields(group: readonly CardField[]): readonly CardField[] {
  if (group.length < 3) return group
  const isAlike = (one: CardValue | null, other: CardValue | null) =>
    JSON.stringify(one) === JSON.stringify(other)
  const differing = group.filter(
    ({ field, base, mine, theirs }) =>
      field === 'increment' || !isAlike(mine, theirs) || !isAlike(base, theirs),
  )
  return differing.length > 0 ? differing : group
}

/** Another record of the service that a card is about. */
export interface CardOther {
  /** The service's id. */
  id: number
  /** On this machine, where it is here. */
  local: number | null
  title: string | null
}

export interface InboxCard {
  card: number
  kind: CardKind
  resource: string
  /** Local id of the record; null where the card is about none of this machine, or about several. */
  local: number | null
  /** The service's id of the record. */
  id: number | null
  /** What the person knows the record by. */
  title: string
  /** Epoch milliseconds. */
  raisedAt: number
  /** The answers that make sense, the most likely first. */
  takes: Take[]
  fields: CardField[]
  /** The service's words about the whole, or why a record cannot be read. */
  message: string | null
  others: CardOther[]
  /**
   * Came after the record had been sent a second time (`twin`); was deleted here (`conflict`, `twin`); there
   * are others than the cards show (`bad-record`); was changed or deleted in a copy, before others
   * went on with the original (`conflict`).
   */
  note: 'late' | 'deleted-here' | 'more' | 'copied' | 'copied-deletion' | null
  /** An unreadable record as it came. */
  raw: string | null
}
