/** The badge of a category's sync state: a glyph, a label, and a pill that says what to do. */
import type { StateBadge } from '../../app/entries/state-badge.ts'
import { refusedStateBadge } from '../../app/entries/refused-state-badge.ts'
import type { Translate, TranslateCore } from '../../app/messages/index.ts'
import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { CategorySummary } from '#shared/resources/category.ts'

export function categoryStateBadge(
  category: Pick<CategorySummary, 'state' | 'refusal' | 'refused' | 'deleted'>,
  kind: AccountSummary['kind'] | undefined,
  say: Translate,
  tell: TranslateCore,
): StateBadge {
  const here: StateBadge = { glyph: 'local', words: say('state.local') }
  switch (category.state) {
    case 'synced':
      return { glyph: 'sent', words: say('state.sent') }
    case 'pending':
      if (kind === 'local') return here
      return {
        glyph: 'pending',
        words: say('state.pending'),
        ...(category.deleted
          ? { pill: { text: say('categories.archivedPending'), tone: 'plain' as const } }
          : {}),
      }
    case 'sending':
      return { glyph: 'sending', words: say('state.sending') }
    case 'refused':
      return refusedStateBadge(category, say, tell)
    case 'conflict':
      return {
        glyph: 'conflict',
        words: say('state.conflict'),
        pill: { text: say('state.conflictPill'), tone: 'warn' },
      }
    case 'held':
    case 'draft':
      if (kind === 'local') return here
      return {
        glyph: 'local',
        words: say('categories.held'),
        pill: { text: say('categories.heldPill'), tone: 'plain' },
      }
  }
}
