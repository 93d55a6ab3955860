/** What a row shows that the service refused: its own words, and a pill that names the field. */
import type { TimeEntry } from '#shared/resources/time.ts'
import { fieldNames } from '../field-words.ts'
import type { Say, Tell } from '../messages/index.ts'
import type { StateWords } from './state-words.ts'

/** More of them would not fit a pill. */
const mostNamed = 2

export function refusedState(
  { refusal, refused }: Pick<TimeEntry, 'refusal' | 'refused'>,
  say: Say,
  tell: Tell,
): StateWords {
  // One of a list is named as the list: `tasks.0`.
  const fields = [...new Set(refused.map((field) => field.split('.', 1)[0]!))]
  const isNamed = fields.length > 0 && fields.length <= mostNamed
  const text = isNamed
    ? say('state.refusedFields', { fields: fieldNames(fields, tell) })
    : say('state.refusedPill')
  return {
    glyph: 'refused',
    words: refusal ? say('state.refusedBecause', { words: refusal }) : say('state.refused'),
    pill: { text, tone: 'danger' },
  }
}
