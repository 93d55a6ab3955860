/** The state badge of a refused record: the service's message, and a pill that names the fields. */
import type { TimeEntry } from '#shared/resources/time.ts'
import { fieldsLabel } from '../labels/field-labels.ts'
import type { Translate, TranslateCore } from '../messages/index.ts'
import { quoteServiceMessage } from '../labels/quote-service-message.ts'
import type { StateBadge } from './state-badge.ts'

/** Maximum number of field names that fit in a pill. */
const mostNamed = 2

export function refusedStateBadge(
  { refusal, refused }: Pick<TimeEntry, 'refusal' | 'refused'>,
  t: Translate,
  translateCore: TranslateCore,
): StateBadge {
  // A member of a list is reported under the list's name: `tasks.0`.
  const fields = [...new Set(refused.map((field) => field.split('.', 1)[0]!))]
  const isNamed = fields.length > 0 && fields.length <= mostNamed
  const text = isNamed
    ? t('state.refusedFields', { fields: fieldsLabel(fields, translateCore) })
    : t('state.refusedPill')
  return {
    glyph: 'refused',
    words: refusal
      ? t('state.refusedBecause', { words: quoteServiceMessage(refusal, t) })
      : t('state.refused'),
    pill: { text, tone: 'danger' },
  }
}
