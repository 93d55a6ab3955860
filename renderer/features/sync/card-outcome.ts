/** Describes the record that the person's choices will make, before they are applied. */
import type { InboxCard } from '#shared/resources/inbox-card.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import type { Translate } from '../../app/messages/index.ts'
import { formatShortDay, spanOf } from '../../ui/format.ts'
import { chosenValue, type CardRow, type SideChoices } from './card-rows.ts'

/** @param entry the local entry, for fields that are not on the card */
export function describeCardOutcome(
  card: InboxCard,
  rows: readonly CardRow[],
  choices: SideChoices,
  entry: TimeEntry | undefined,
  t: Translate,
): string {
  return (entry ? ofEntry(card, rows, choices, entry, t) : ofRows(rows, choices)).join(', ')
}

const textOf = (row: CardRow, choices: SideChoices): string =>
  row[choices[row.key] ?? 'mine']?.text ?? '–'

const ofRows = (rows: readonly CardRow[], choices: SideChoices): string[] =>
  rows.map((row) => `${row.label}: ${textOf(row, choices)}`)

function ofEntry(
  card: InboxCard,
  rows: readonly CardRow[],
  choices: SideChoices,
  entry: TimeEntry,
  t: Translate,
): string[] {
  const number = (name: 'start' | 'quantity' | 'increment'): number => {
    const value = chosenValue(card, choices, name)
    return typeof value === 'number' ? value : entry[name]
  }
  const start = number('start')
  const end = start + number('quantity') * number('increment')
  const date = chosenValue(card, choices, 'date')
  const work = rows.find(({ fields }) => fields.includes('project_id'))
  const chosenNotes = chosenValue(card, choices, 'notes')
  const notes = chosenNotes === undefined ? entry.notes : (chosenNotes as string | null)
  return [
    ...(typeof date === 'string' ? [formatShortDay(date)] : []),
    spanOf(start, end),
    ...(work ? [textOf(work, choices)] : []),
    ...(notes ? [t('quoted.text', { text: notes })] : []),
  ]
}
