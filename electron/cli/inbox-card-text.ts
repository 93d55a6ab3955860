/** Formats a card of the inbox for the command line: the question, each side, each answer. */
import {
  distinguishingFields,
  type CardField,
  type CardValue,
  type InboxCard,
  type CardAnswer,
  isAboutCurrency,
  isAboutSetBack,
} from '#shared/resources/inbox-card.ts'
import { formatDurationText, formatMinuteText } from '#shared/rules/duration-text.ts'
import { amountText } from './amount-flags.ts'
import { t, translateCore, type Word } from './language.ts'
import { toSingleLine } from './terminal-table.ts'

const reasons = {
  refused: 'rejected by the service',
  conflict: 'changed here and on the service',
  twin: 'may be a duplicate on the service',
  gone: 'deleted on the service, changed here',
  unit: 'the service uses a different increment',
  archived: 'an archived category may have this name',
  removals: 'many missing from the service at once',
  moved: 'not synced when this folder was last used on another computer',
  repeated: 'created by the same act on another computer, too',
  cell: 'the cell had other hours from elsewhere when you set it',
  'bad-record': 'everything else was received',
} as const satisfies Record<InboxCard['kind'], Word>

/** Of an amount: what was typed, and the currency in which it counts. */
function currencyReasonOf({ fields: [field] }: InboxCard): string {
  const { mine, theirs } = field!
  return t('typed as {amount}, but its project is in {currency} now', {
    amount: valueText('', mine!),
    currency: theirs!.currency!,
  })
}

/** The hours of a cell: from here, from elsewhere, and together. */
function hoursOf({ fields: [field] }: InboxCard): { here: string; there: string; both: string } {
  const [here, there] = [field!.mine, field!.theirs].map((side) => Number(side!.value))
  return {
    here: formatDurationText(here!),
    there: formatDurationText(there!),
    both: formatDurationText(here! + there!),
  }
}

function reasonOf(card: InboxCard): string {
  if (card.kind === 'cell') {
    const { here, there } = hoursOf(card)
    return t('the cell had {there} from elsewhere when you set {here}', { there, here })
  }
  return isAboutCurrency(card) ? currencyReasonOf(card) : t(noteOf(card))
}

function noteOf(card: InboxCard): Word {
  switch (card.note) {
    case 'deleted-here':
      return card.kind === 'twin'
        ? 'deleted here, but may still be on the service'
        : 'deleted here, but changed or restored on the service'
    case 'copied':
      return 'not synced when the backup was made or the folder copied, maybe synced and changed since'
    case 'earlier':
      return 'synced, but the service has an earlier version again, as after a restored backup'
    case 'copied-deletion':
      return 'deleted before the backup was made or the folder copied, but still on the service'
    case 'late':
      return 'sent again after its reply was lost, then the first one arrived too'
    case 'found':
      return 'its reply was lost, but it was found on the service. Check there that it’s the only one'
    case 'already-here':
      return 'the service didn’t create it'
    case 'replaced':
      return 'no longer on the service, where its number now belongs to another record'
    case 'lost':
      return 'no longer on the service, which was set back to an earlier state'
    case 'missing':
      return 'no longer on the service, which was probably restored from a backup'
    case 'more':
      return 'shown once you’ve resolved these'
    case 'unsent':
    case null:
      return isMaybe(card) ? 'its reply was lost, but it may be on the service' : reasons[card.kind]
  }
}

/**
 * True when the service may have what was sent; it is not sent again without the person's decision.
 */
const isMaybe = ({ kind, takes }: InboxCard): boolean => kind === 'twin' && takes.includes('again')

type Answers = Partial<Record<CardAnswer, Word>>

const answers: Record<InboxCard['kind'], Answers> = {
  refused: {
    again: 'send again',
    theirs: 'use the service’s version',
    drop: 'delete here',
  },
  conflict: { mine: 'use your version', theirs: 'use the service’s version' },
  twin: { mine: 'keep both', drop: 'delete the duplicate' },
  gone: { again: 'create again on the service', drop: 'delete here too' },
  unit: { theirs: 'use the service’s increment', mine: 'keep the duration' },
  archived: {
    again: 'send again',
    theirs: 'use the service’s version',
    drop: 'delete here',
  },
  removals: { theirs: 'remove here too', again: 'keep all and create again on the service' },
  moved: {
    mine: 'the folder was moved here, so send them',
    again: 'the folder is a copy, so review each one',
  },
  repeated: { mine: 'keep both', drop: 'keep one of each' },
  cell: { again: 'keep both', mine: 'keep yours', theirs: 'keep the others' },
  'bad-record': { drop: 'skip' },
}
const deletedHere: Answers = { mine: 'delete', theirs: 'keep' }
const alreadyHere: Answers = { again: 'send again', drop: 'they’re the same, so delete this one' }
const replaced: Answers = { again: 'send again', drop: 'delete here' }
const found: Answers = { mine: 'it’s the only one' }
const maybe: Answers = { again: 'send', theirs: 'they’re the same', drop: 'delete here' }

/** An amount is named as it will count. */
function currencyAnswersOf({
  fields: [field],
  note,
}: InboxCard): Partial<Record<CardAnswer, string>> {
  const amount = valueText('', field!.theirs!)
  if (note === null) return { theirs: t('keep {what}', { what: amount }) }
  return {
    again: t('send as {amount}', { amount }),
    mine: t('keep here as a draft, without a project'),
    theirs: t('use the service’s price'),
  }
}

function answersOf(card: InboxCard): Partial<Record<CardAnswer, string>> {
  if (card.kind === 'cell') {
    const { here, there, both } = hoursOf(card)
    return {
      again: t('keep both: {duration}', { duration: both }),
      mine: t('keep {what}', { what: here }),
      theirs: t('keep {what}', { what: there }),
    }
  }
  if (isAboutCurrency(card)) return currencyAnswersOf(card)
  const texts = Object.entries(wordsOf(card)).map(([answer, word]) => [answer, t(word)])
  return Object.fromEntries(texts) as Partial<Record<CardAnswer, string>>
}

function wordsOf(card: InboxCard): Answers {
  if (card.note === 'found') return found
  if (isAboutSetBack(card)) return replaced
  if (card.note === 'already-here') return alreadyHere
  if (card.note === 'deleted-here' || card.note === 'copied-deletion') return deletedHere
  return isMaybe(card) ? maybe : answers[card.kind]
}

const mostRaw = 300
const mostOthers = 10

/** Returns several lines; the first is not indented. */
export function cardText(card: InboxCard): string {
  const isReason = card.kind === 'bad-record' || card.note === 'already-here'
  const isRemoved = card.kind === 'removals'
  const others = card.others.slice(0, mostOthers)
  const hidden = card.others.length - others.length
  const groups = Map.groupBy(card.fields, ({ field, group }) => group ?? field)
  return [
    `${card.card} ${translateCore(card.title)}: ${reasonOf(card)}`,
    ...(card.message
      ? [t(isReason ? 'Why: {text}' : 'Service: {text}', { text: translateCore(card.message) })]
      : []),
    ...(card.raw ? [t('Raw: {text}', { text: card.raw.slice(0, mostRaw) })] : []),
    ...(isAboutCurrency(card) || card.kind === 'cell'
      ? []
      : [...groups.values()].flatMap(distinguishingFields).map(fieldText)),
    ...others.map(({ id, title }) =>
      t(isRemoved ? 'No longer on the service: {record}' : 'On the service: {record}', {
        record: `${id}${title ? ` ${translateCore(title)}` : ''}`,
      }),
    ),
    ...(hidden > 0 ? [t('and {count} more', { count: hidden })] : []),
    ...card.takes.map((take) => `--take ${take}: ${answersOf(card)[take] ?? ''}`),
    ...(isAboutCurrency(card)
      ? [
          t('or change it: {command}', {
            command: `stint expenses update ${card.local} --unit-charge AMOUNT`,
          }),
        ]
      : []),
  ]
    .map(toSingleLine)
    .join('\n    ')
}

function fieldText({ field, base, mine, theirs, words }: CardField): string {
  const sides = [
    ['before {value}', base],
    ['yours {value}', mine],
    ['service {value}', theirs],
  ] as const
  const values = sides.flatMap(([side, value]) =>
    value === null ? [] : [t(side, { value: valueText(field, value) })],
  )
  return `${field}: ${[...values, ...words].join(' · ')}`
}

function valueText(field: string, { value, names, currency }: CardValue): string {
  if (names.length > 0) return names.join(', ')
  if (currency !== undefined && typeof value === 'number') return amountText(value, currency)
  if (field === 'start' && typeof value === 'number') return formatMinuteText(value)
  return JSON.stringify(value)
}
