/** The badge of a category's sync state: a glyph, a label, and a pill that says what to do. */
import type { StateBadge } from '../../app/entries/state-badge.ts'
import { refusedStateBadge } from '../../app/entries/refused-state-badge.ts'
import type { Translate, TranslateCore } from '../../app/messages/index.ts'
import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { CategorySummary } from '#shared/resources/category.ts'

export function categoryStateBadge(
  category: Pick<CategorySummary, 'state' | 'refusal' | 'refused' | 'deleted'>,
  kind: AccountSummary['kind'] | undefined,
  t: Translate,
  translateCore: TranslateCore,
): StateBadge {
  const here: StateBadge = { glyph: 'local', words: t('state.local') }
  switch (category.state) {
    case 'synced':
      return { glyph: 'sent', words: t('state.sent') }
    case 'pending':
      if (kind === 'local') return here
      return {
        glyph: 'pending',
        words: t('state.pending'),
        ...(category.deleted
          ? { pill: { text: t('categories.archivedPending'), tone: 'plain' as const } }
          : {}),
      }
    case 'sending':
      return { glyph: 'sending', words: t('state.sending') }
    case 'refused':
      return refusedStateBadge(category, t, translateCore)
    case 'conflict':
      return {
        glyph: 'conflict',
        words: t('state.conflict'),
        pill: { text: t('state.conflictPill'), tone: 'warn' },
      }
    case 'held':
    case 'draft':
      if (kind === 'local') return here
      return {
        glyph: 'local',
        words: t('categories.held'),
        pill: { text: t('categories.heldPill'), tone: 'plain' },
      }
  }
}
