/** The inbox: what sync cannot decide alone, as the program works with it. */

/**
 * The answers to a card. `mine`: keep the local version. `theirs`: take the service's. `again`:
 * send it once more, or check the records one by one. `drop`: discard it here.
 */
export const cardAnswers = ['mine', 'theirs', 'again', 'drop'] as const
export type CardAnswer = (typeof cardAnswers)[number]

export type CardKind =
  | 'refused'
  | 'conflict'
  | 'twin'
  | 'gone'
  | 'unit'
  | 'archived'
  | 'removals'
  | 'moved'
  | 'repeated'
  | 'cell'
  | 'bad-record'

/** A field's value, with the names of the records that it refers to. */
export interface CardValue {
  value: unknown
  /** Names of a project, a task, a charge, or the members of a set. */
  names: string[]
  /** Currency of an amount, where known. */
  currency?: string
}

/** One field of a record in each version; null where a version does not have it. */
export interface CardField {
  /** Name in the API. */
  field: string
  /** Of a conflict: fields of the same group only make sense together and are decided together. */
  group?: string
  base: CardValue | null
  mine: CardValue | null
  theirs: CardValue | null
  /** The service's messages about this field. */
  words: string[]
}

/**
 * Returns, of a large group of fields that are decided together, those that differ; a quantity
 * keeps its increment.
 */
export function distinguishingFields(group: readonly CardField[]): readonly CardField[] {
  if (group.length < 3) return group
  const isAlike = (one: CardValue | null, other: CardValue | null) =>
    JSON.stringify(one) === JSON.stringify(other)
  const differing = group.filter(
    ({ field, base, mine, theirs }) =>
      field === 'increment' || !isAlike(mine, theirs) || !isAlike(base, theirs),
  )
  return differing.length > 0 ? differing : group
}

/** True for a card about an amount in another currency than it was typed in. */
export const isAboutCurrency = ({
  kind,
  resource,
}: Pick<InboxCard, 'kind' | 'resource'>): boolean => kind === 'unit' && resource === 'expense'

/** True for a card about a record that the service lost when it was, probably, set back. */
export const isAboutSetBack = ({ note }: Pick<InboxCard, 'note'>): boolean =>
  note === 'replaced' || note === 'lost' || note === 'missing'

/** Another record of the service that a card refers to. */
export interface CardRelatedRecord {
  /** The service's id. */
  id: number
  /** The local id, where the store has the record. */
  local: number | null
  title: string | null
}

export interface InboxCard {
  card: number
  kind: CardKind
  resource: string
  /** Local id of the record; null where the card has none, or refers to several. */
  local: number | null
  /** The service's id of the record. */
  id: number | null
  /** The name by which the person knows the record. */
  title: string
  /** Epoch milliseconds. */
  raisedAt: number
  /** The possible answers, the most likely first. */
  takes: CardAnswer[]
  fields: CardField[]
  /** The service's message about the whole record, or why a record cannot be read. */
  message: string | null
  others: CardRelatedRecord[]
  /**
   * `found`: its reply was lost, and it was found where a list may have hidden others (`twin`).
   * `late`: the first request arrived after the record had been sent again (`twin`).
   * `deleted-here`: it was deleted here (`conflict`, `twin`). `more`: there are more unreadable
   * records than the cards show (`bad-record`). `copied`, `copied-deletion`: it was changed or
   * deleted before a backup was restored or a data folder copied, and the original may have gone on
   * since (`conflict`). `earlier`: the service has an earlier version again (`conflict`). `replaced`: the service has given its id to another record (`gone`). `lost`:
   * the service was set back to before it was created (`gone`). `missing`: probably so (`gone`).
   * `already-here`: the service answered its creation with a record that is already here
   * (`refused`). `unsent`: it waits with its number (`unit`).
   */
  note:
    | ('found' | 'late' | 'deleted-here' | 'more' | 'copied' | 'copied-deletion' | 'earlier')
    | ('replaced' | 'lost' | 'missing' | 'already-here' | 'unsent')
    | null
  /** An unreadable record as the service sent it. */
  raw: string | null
}
