/** The state badge of a refused record: the service's message, and a pill that names the fields. */
import type { TimeEntry } from '#shared/resources/time.ts'
import { fieldNames } from '../field-labels.ts'
import type { Say, Tell } from '../messages/index.ts'
import type { StateWords } from './state-badge.ts'

/** Maximum number of field names that fit in a pill. */
const mostNamed = 2

export function refusedState(
  { refusal, refused }: Pick<TimeEntry, 'refusal' | 'refused'>,
  say: Say,
  tell: Tell,
): StateWords {
  // A member of a list is reported under the list's name: `tasks.0`.
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
