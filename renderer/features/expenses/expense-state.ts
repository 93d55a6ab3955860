/** Where an expense stands, as a glyph, its words, and the pill that says what is wanted. */
import type { AccountSummary } from '#shared/ipc/views.ts'
import type { Expense } from '#shared/resources/expense.ts'
import type { Say } from '../../app/messages/index.ts'
import type { Glyph } from '../../ui/SyncGlyph.vue'

export interface ExpenseStanding {
  glyph: Glyph
  words: string
  pill?: { text: string; tone: 'plain' | 'warn' | 'danger' }
}

export function expenseState(
  { state, refusal }: Pick<Expense, 'state' | 'refusal'>,
  kind: AccountSummary['kind'] | undefined,
  say: Say,
  /** It was sent, and the answer was lost. */
  isChecking = false,
): ExpenseStanding {
  const here: ExpenseStanding = { glyph: 'local', words: say('state.local') }
  switch (state) {
    case 'synced':
      return { glyph: 'sent', words: say('state.sent') }
    case 'pending':
      return kind === 'local' ? here : { glyph: 'pending', words: say('state.pending') }
    case 'sending':
      return isChecking
        ? { glyph: 'checking', words: say('state.checking') }
        : { glyph: 'sending', words: say('state.sending') }
    case 'refused':
      return {
        glyph: 'refused',
        words: refusal ? say('state.refusedBecause', { words: refusal }) : say('state.refused'),
        pill: { text: say('state.refusedPill'), tone: 'danger' },
      }
    case 'conflict':
      return {
        glyph: 'conflict',
        words: say('state.conflict'),
        pill: { text: say('state.conflictPill'), tone: 'warn' },
      }
    case 'held':
      // Without a service nothing is waited for.
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
