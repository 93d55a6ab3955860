/** Converts the fields of an inbox card to the rows and texts of a table. */
import { taxTypes } from '#shared/resources/expense.ts'
import {
  distinguishingFields,
  type CardField,
  type CardValue,
  type InboxCard,
  type CardAnswer,
} from '#shared/resources/inbox-card.ts'
import { fieldsLabel } from '../../app/labels/field-labels.ts'
import type { Translate, TranslateCore } from '../../app/messages/index.ts'
import { countedParts } from '../../app/labels/price-text.ts'
import {
  formatClock,
  formatLength,
  formatMoney,
  formatNumber,
  formatShortDay,
} from '../../ui/format.ts'

export type ConflictSide = 'base' | 'mine' | 'theirs'
/** The chosen side by row key; mine where there is none. */
export type SideChoices = Readonly<Record<string, 'mine' | 'theirs'>>

export interface SideValue {
  text: string
  /** Muted text after it: `3 × 15`. */
  small: string
}

/** Fields that only make sense together, for each side; null where a side has none. */
export interface CardRow {
  key: string
  label: string
  fields: string[]
  base: SideValue | null
  mine: SideValue | null
  theirs: SideValue | null
  /** The service's messages about these fields. */
  words: string[]
}

const groupOf = ({ field, group }: CardField): string => group ?? field

/** The rows of a card, one for each group of fields. */
export function toCardRows(
  card: InboxCard,
  t: Translate,
  translateCore?: TranslateCore,
): CardRow[] {
  const groups = new Map<string, CardField[]>()
  for (const field of card.fields) {
    // A number of increments means nothing without their length.
    const key = card.kind === 'unit' ? 'quantity' : groupOf(field)
    groups.set(key, [...(groups.get(key) ?? []), field])
  }
  return [...groups].map(([key, fields]) => ({
    key,
    label: labelOf(card, distinguishingFields(fields), t, translateCore),
    fields: fields.map(({ field }) => field),
    base: sideOf(fields, 'base', t),
    mine: sideOf(fields, 'mine', t),
    theirs: sideOf(fields, 'theirs', t),
    words: fields.flatMap(({ words }) => words),
  }))
}

function labelOf(
  card: InboxCard,
  fields: readonly CardField[],
  t: Translate,
  translateCore?: TranslateCore,
): string {
  const all = fields.map(({ field }) => field)
  const names = all.filter(
    (field) => field !== 'increment' && (field !== 'currency' || !all.includes('total_cost')),
  )
  if (card.resource === 'time' && names.join() === 'quantity') return t('inbox.duration')
  return fieldsLabel(names.length > 0 ? names : ['increment'], translateCore)
}

function sideOf(fields: readonly CardField[], side: ConflictSide, t: Translate): SideValue | null {
  if (fields.every((field) => field[side] === null)) return null
  const on = (name: string) => fields.find(({ field }) => field === name)?.[side] ?? null
  const increment = on('increment')?.value
  const told = distinguishingFields(fields)
  const isProduct = on('unit_charge') !== null && told.some(({ field }) => field === 'quantity')
  const texts: string[] = []
  let small = ''
  for (const { field, [side]: value } of told) {
    if (field === 'increment' && fields.length > 1) continue
    if (isProduct && saidByProduct.includes(field)) continue
    if (saidOfCost.includes(field) && on('total_cost') && !on('total_cost')?.value) continue
    // Already part of the cost's text, or implied by a tax of none.
    if (field === 'currency' && on('total_cost')?.value) continue
    if (field === 'tax_rate' && on('tax')?.value === 'none') continue
    if (field === 'quantity' && typeof increment === 'number' && typeof value?.value === 'number') {
      texts.push(formatLength(value.value * increment))
      small = `${value.value} × ${increment}`
    } else if (field === 'quantity' && isProduct) {
      texts.push(productText(on, t))
    } else {
      texts.push(textOf(field, value, t))
    }
  }
  return { text: texts.join(', '), small }
}

const saidByProduct: readonly string[] = ['charge_id', 'unit_charge', 'unit']
/** Meaningless without a cost. */
const saidOfCost: readonly string[] = ['tax', 'tax_rate', 'currency']

/** `300 × €0.45 per km`; the name of a listed charge instead of its price. */
function productText(on: (name: string) => CardValue | null, t: Translate): string {
  const unit = on('unit')?.value
  const charge = on('charge_id')
  const price = charge?.names.length ? charge.names.join(', ') : on('unit_charge')
  return countedParts(
    textOf('quantity', on('quantity'), t),
    typeof price === 'string' ? price : textOf('unit_charge', price, t),
    typeof unit === 'string' ? unit : null,
    t,
  ).join(' ')
}

const none = '–'

export function textOf(field: string, value: CardValue | null, t: Translate): string {
  if (value === null) return none
  if (value.names.length > 0) return value.names.join(', ')
  const plain = value.value
  if (plain === null || plain === '' || (Array.isArray(plain) && plain.length === 0)) return none
  if (typeof plain === 'boolean') return t(plain ? 'history.yes' : 'history.no')
  if (field === 'date') return formatShortDay(String(plain))
  if (typeof plain === 'number') {
    if (field === 'start') return formatClock(plain)
    if (field === 'total_cost' && plain === 0) return none
    if (value.currency) return formatMoney(plain, value.currency)
  }
  if (field === 'tax' && isTaxType(plain)) return t(`expenses.taxKind.${plain}`)
  return typeof plain === 'number' && field !== 'id' ? formatNumber(plain) : String(plain)
}

const isTaxType = (value: unknown): value is (typeof taxTypes)[number] =>
  (taxTypes as readonly unknown[]).includes(value)

/** True where the person chooses a side for each field. */
export const isChosenByField = ({ kind, note, fields }: InboxCard): boolean =>
  kind === 'conflict' &&
  (note === null || note === 'copied' || note === 'earlier') &&
  fields.length > 0

/** The answer to a card with choices. */
export function toCardAnswer(
  card: InboxCard,
  choices: SideChoices,
): { card: number; take: CardAnswer; theirs?: string[] } {
  const theirs = card.fields
    .filter((field) => choices[groupOf(field)] === 'theirs')
    .map(({ field }) => field)
  return { card: card.card, take: 'mine', ...(theirs.length > 0 ? { theirs } : {}) }
}

/** Chooses one side for every row. */
export const chooseAllOf = (card: InboxCard, side: 'mine' | 'theirs'): SideChoices =>
  Object.fromEntries(card.fields.map((field) => [groupOf(field), side]))

/** The chosen value of a field; undefined where the card does not contain it. */
export function chosenValue(card: InboxCard, choices: SideChoices, name: string): unknown {
  const found = card.fields.find(({ field }) => field === name)
  return found?.[choices[groupOf(found)] ?? 'mine']?.value
}

/** Splits a text into three parts; the middle one is not in `base`. */
export function splitDifference(base: string, text: string): [string, string, string] {
  const most = Math.min(base.length, text.length)
  let start = 0
  while (start < most && base[start] === text[start]) start++
  let end = 0
  while (end < most - start && base.at(-1 - end) === text.at(-1 - end)) end++
  return [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)]
}
