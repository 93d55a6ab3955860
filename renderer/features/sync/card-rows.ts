/** What a card of the inbox says about its record, in the rows and words of a table. */
import {
  tellingFields,
  type CardField,
  type CardValue,
  type InboxCard,
  type Take,
} from '#shared/resources/inbox.ts'
import { fieldNames } from '../../app/field-words.ts'
import type { Say, Tell } from '../../app/messages/index.ts'
import { clockOf, lengthOf, moneyOf, numberOf, shortDayOf } from '../../ui/format.ts'

export type SideName = 'base' | 'mine' | 'theirs'
/** Whose value counts, by the key of the row; mine where nothing is said. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

export interface Side {
  text: string
  /** Said more quietly after it: `3 × 15`. */
  small: string
}

/** Fields that only make sense together, as each side has them; null where it says nothing. */
export interface CardRow {
  key: string
  label: string
  fields: string[]
  base: Side | null
  mine: Side | null
  theirs: Side | null
  /** The service's words about them. */
  words: string[]
}

const groupOf = ({ field, group }: CardField): string => group ?? field

/** The rows of a card, one for each group of fields. */
export function rowsOf(card: InboxCard, say: Say, tell?: Tell): CardRow[] {
  const groups = new Map<string, CardField[]>()
  for (const field of card.fields) {
    // A number of increments says nothing without their length.
    const key = card.kind === 'increment' ? 'quantity' : groupOf(field)
    groups.set(key, [...(groups.get(key) ?? []), field])
  }
  return [...groups].map(([key, fields]) => ({
    key,
    label: labelOf(card, tellingFields(fields), say, tell),
    fields: fields.map(({ field }) => field),
    base: sideOf(fields, 'base', say),
    mine: sideOf(fields, 'mine', say),
    theirs: sideOf(fields, 'theirs', say),
    words: fields.flatMap(({ words }) => words),
  }))
}

function labelOf(card: InboxCard, fields: readonly CardField[], say: Say, tell?: Tell): string {
  const names = fields.map(({ field }) => field).filter((field) => field !== 'increment')
  if (card.resource === 'time' && names.join() === 'quantity') return say('inbox.duration')
  return fieldNames(names.length > 0 ? names : ['increment'], tell)
}

function sideOf(fields: readonly CardField[], side: SideName, say: Say): Side | null {
  if (fields.every((field) => field[side] === null)) return null
  const valueOf = (name: string) => fields.find(({ field }) => field === name)?.[side]?.value
  const increment = valueOf('increment')
  const texts: string[] = []
  let small = ''
  for (const { field, [side]: value } of tellingFields(fields)) {
    if (field === 'increment' && fields.length > 1) continue
    // Said with the cost, where there is one.
    if (field === 'currency' && valueOf('total_cost')) continue
    if (field === 'quantity' && typeof increment === 'number' && typeof value?.value === 'number') {
      texts.push(lengthOf(value.value * increment))
      small = `${value.value} × ${increment}`
    } else {
      texts.push(textOf(field, value, say))
    }
  }
  return { text: texts.join(', '), small }
}

const none = '–'

function textOf(field: string, value: CardValue | null, say: Say): string {
  if (value === null) return none
  if (value.names.length > 0) return value.names.join(', ')
  const plain = value.value
  if (plain === null || plain === '' || (Array.isArray(plain) && plain.length === 0)) return none
  if (typeof plain === 'boolean') return say(plain ? 'history.yes' : 'history.no')
  if (field === 'date') return shortDayOf(String(plain))
  if (typeof plain === 'number') {
    if (field === 'start') return clockOf(plain)
    if (value.currency) return moneyOf(plain, value.currency)
  }
  return typeof plain === 'number' && field !== 'id' ? numberOf(plain) : String(plain)
}

/** True where the person says field by field which side counts. */
export const isChoosing = ({ kind, note, fields }: InboxCard): boolean =>
  kind === 'conflict' && note === null && fields.length > 0

/** The answer to a card in which the person chose. */
export function answerOf(
  card: InboxCard,
  choices: Choices,
): { card: number; take: Take; theirs?: string[] } {
  const theirs = card.fields
    .filter((field) => choices[groupOf(field)] === 'theirs')
    .map(({ field }) => field)
  return { card: card.card, take: 'mine', ...(theirs.length > 0 ? { theirs } : {}) }
}

/** Every row for one side. */
export const allOf = (card: InboxCard, side: 'mine' | 'theirs'): Choices =>
  Object.fromEntries(card.fields.map((field) => [groupOf(field), side]))

/** The value of a field that counts when it is applied, or undefined where the card does not say. */
export function chosenValue(card: InboxCard, choices: Choices, name: string): unknown {
  const found = card.fields.find(({ field }) => field === name)
  return found?.[choices[groupOf(found)] ?? 'mine']?.value
}

/** A text in three parts, of which the middle one is not in `base`. */
export function differing(base: string, text: string): [string, string, string] {
  const most = Math.min(base.length, text.length)
  let start = 0
  while (start < most && base[start] === text[start]) start++
  let end = 0
  while (end < most - start && base.at(-1 - end) === text.at(-1 - end)) end++
  return [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)]
}
