/** A card of the inbox as the command line shows it: what is asked, each side, each answer. */
import {
  tellingFields,
  type CardField,
  type CardValue,
  type InboxCard,
  type Take,
} from '#shared/resources/inbox.ts'
import { writeMinute } from '#shared/rules/duration-text.ts'
import { amountText } from './money.ts'
import { harmless } from './table.ts'

const reasons: Record<InboxCard['kind'], string> = {
  refused: 'the service does not take it',
  conflict: 'changed here and on the service',
  twin: 'the service may have it twice',
  gone: 'deleted on the service, changed here',
  increment: 'the service counts in other increments',
  archived: 'an archived category may have this name',
  removals: 'gone on the service all at once',
  moved: 'not sent when this folder was last used, on another computer',
  'bad-record': 'the others were taken in',
}

function reasonOf(card: InboxCard): string {
  switch (card.note) {
    case 'deleted-here':
      return card.kind === 'twin'
        ? 'deleted here, and the service may have it all the same'
        : 'deleted here, changed there'
    case 'copied':
      return 'not sent when the backup was made or the folder copied, perhaps sent and changed since'
    case 'copied-deletion':
      return 'deleted before the backup was made or the folder copied, and still on the service'
    case 'late':
      return 'sent again after its answer was lost, and then the first arrived as well'
    case 'more':
      return 'shown once you have answered these'
    case null:
      return isMaybe(card) ? 'its answer was lost, and the service may have it' : reasons[card.kind]
  }
}

/** The service may have what was sent; nothing is sent again before the person says so. */
const isMaybe = ({ kind, takes }: InboxCard): boolean => kind === 'twin' && takes.includes('again')

const answers: Record<InboxCard['kind'], Partial<Record<Take, string>>> = {
  refused: {
    again: 'send it again as it stands',
    theirs: 'take it as the service has it',
    drop: 'delete it here',
  },
  conflict: { mine: 'keep it as it stands here', theirs: 'take it as the service has it' },
  twin: { mine: 'keep both', drop: 'delete the extra one' },
  gone: { again: 'make it there again', drop: 'let it go' },
  increment: { theirs: 'as the service counts', mine: 'keep the duration' },
  archived: {
    again: 'send it again as it stands',
    theirs: 'take it as the service has it',
    drop: 'delete it here',
  },
  removals: { theirs: 'remove them here', again: 'keep them, and make them there again' },
  moved: {
    mine: 'the folder was moved here: send them',
    again: 'it is a copy: ask about each of them',
  },
  'bad-record': { drop: 'leave it out' },
}
const deletedHere = { mine: 'delete it', theirs: 'keep it' }
const maybe = { again: 'send it', theirs: 'it is that one', drop: 'delete it here' }

function answersOf(card: InboxCard): Partial<Record<Take, string>> {
  if (card.note === 'deleted-here' || card.note === 'copied-deletion') return deletedHere
  return isMaybe(card) ? maybe : answers[card.kind]
}

const mostRaw = 300
const mostOthers = 10

/** Several lines, of which the first is not indented. */
export function cardText(card: InboxCard): string {
  const said = card.kind === 'bad-record' ? 'Why' : 'The service says'
  const others = card.others.slice(0, mostOthers)
  const hidden = card.others.length - others.length
  const groups = Map.groupBy(card.fields, ({ field, group }) => group ?? field)
  return [
    `${card.card} ${card.title}: ${reasonOf(card)}`,
    ...(card.message ? [`${said}: ${card.message}`] : []),
    ...(card.raw ? [`As it came: ${card.raw.slice(0, mostRaw)}`] : []),
    ...[...groups.values()].flatMap(tellingFields).map(fieldText),
    ...others.map(({ id, title }) => `On the service: ${id}${title ? ` ${title}` : ''}`),
    ...(hidden > 0 ? [`and ${hidden} more`] : []),
    ...card.takes.map((take) => `--take ${take}: ${answersOf(card)[take] ?? ''}`),
  ]
    .map(harmless)
    .join('\n    ')
}

function fieldText({ field, base, mine, theirs, words }: CardField): string {
  const sides = [
    ['before', base],
    ['mine', mine],
    ['theirs', theirs],
  ] as const
  const values = sides.flatMap(([side, value]) =>
    value === null ? [] : [`${side} ${valueText(field, value)}`],
  )
  return `${field}: ${[...values, ...words].join('; ')}`
}

function valueText(field: string, { value, names, currency }: CardValue): string {
  if (names.length > 0) return names.join(', ')
  if (currency !== undefined && typeof value === 'number') return amountText(value, currency)
  if (field === 'start' && typeof value === 'number') return writeMinute(value)
  return JSON.stringify(value)
}
