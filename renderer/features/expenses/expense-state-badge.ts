import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { Expense } from '#shared/resources/expense.ts'
import { recordStateBadge } from '../../app/entries/record-state-badge.ts'
import type { StateBadge } from '../../app/entries/state-badge.ts'
import type { Translate, TranslateCore } from '../../app/messages/index.ts'

/** @param isChecking true when the expense was sent and the reply was lost */
export const expenseStateBadge = (
  expense: Pick<Expense, 'state' | 'refusal' | 'refused'>,
  kind: AccountSummary['kind'] | undefined,
  say: Translate,
  tell: TranslateCore,
  isChecking = false,
): StateBadge =>
  recordStateBadge(expense, {
    ...{ kind, say, tell, isChecking },
    held: { words: say('expenses.held'), pill: say('expenses.heldPill') },
    draft: { words: say('expenses.draft'), pill: say('state.needsProject') },
  })
