/** The badge of an expense's sync state: a glyph, a label, and a pill that says what to do. */
import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { Expense } from '#shared/resources/expense.ts'
import type { StateBadge } from '../../app/entries/state-badge.ts'
import { refusedStateBadge } from '../../app/entries/refused-state-badge.ts'
import type { Translate, TranslateCore } from '../../app/messages/index.ts'

export function expenseStateBadge(
  expense: Pick<Expense, 'state' | 'refusal' | 'refused'>,
  kind: AccountSummary['kind'] | undefined,
  say: Translate,
  tell: TranslateCore,
  /** It was sent, and the reply was lost. */
  isChecking = false,
): StateBadge {
  const here: StateBadge = { glyph: 'local', words: say('state.local') }
  switch (expense.state) {
    case 'synced':
      return { glyph: 'sent', words: say('state.sent') }
    case 'pending':
      return kind === 'local' ? here : { glyph: 'pending', words: say('state.pending') }
    case 'sending':
      return isChecking
        ? { glyph: 'checking', words: say('state.checking') }
        : { glyph: 'sending', words: say('state.sending') }
    case 'refused':
      return refusedStateBadge(expense, say, tell)
    case 'conflict':
      return {
        glyph: 'conflict',
        words: say('state.conflict'),
        pill: { text: say('state.conflictPill'), tone: 'warn' },
      }
    case 'held':
      // Without a service there is nothing to send.
      if (kind === 'local') return here
      return {
        glyph: 'local',
        words: say('expenses.held'),
        pill: { text: say('expenses.heldPill'), tone: 'plain' },
      }
    case 'draft':
      return {
        glyph: 'local',
        words: say('expenses.draft'),
        pill: { text: say('state.needsProject'), tone: 'plain' },
      }
  }
}
