/** The state badge of an entry or an expense: glyph, label, and a pill where the person has to act. */
import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import type { Translate, TranslateCore } from '../messages/index.ts'
import { refusedStateBadge } from './refused-state-badge.ts'
import type { StateBadge } from './state-badge.ts'

interface RecordStateOptions {
  /** Without a service the record waits for nothing. */
  kind: AccountSummary['kind'] | undefined
  t: Translate
  /** Names the fields that the service rejected. */
  translateCore: TranslateCore
  /** True when the record was sent and the reply was lost. */
  isChecking: boolean
  /** Label and pill of a record that refers to something local only, and of a draft. */
  held: { words: string; pill: string }
  draft: { words: string; pill: string }
}

export function recordStateBadge(
  record: Pick<TimeEntry, 'state' | 'refusal' | 'refused'>,
  { kind, t, translateCore, isChecking, held, draft }: RecordStateOptions,
): StateBadge {
  const here: StateBadge = { glyph: 'local', words: t('state.local') }
  const waiting = ({ words, pill }: { words: string; pill: string }): StateBadge => ({
    glyph: 'local',
    words,
    pill: { text: pill, tone: 'plain' },
  })
  switch (record.state) {
    case 'synced':
      return { glyph: 'sent', words: t('state.sent') }
    case 'pending':
      return kind === 'local' ? here : { glyph: 'pending', words: t('state.pending') }
    case 'sending':
      return isChecking
        ? { glyph: 'checking', words: t('state.checking') }
        : { glyph: 'sending', words: t('state.sending') }
    case 'refused':
      return refusedStateBadge(record, t, translateCore)
    case 'conflict':
      return {
        glyph: 'conflict',
        words: t('state.conflict'),
        pill: { text: t('state.conflictPill'), tone: 'warn' },
      }
    case 'held':
      return kind === 'local' ? here : waiting(held)
    case 'draft':
      return kind === 'local' ? here : waiting(draft)
  }
}
