import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { Expense } from '#shared/resources/expense.ts'
import { recordStateBadge } from '../../app/entries/record-state-badge.ts'
import type { StateBadge } from '../../app/entries/state-badge.ts'
import type { Translate, TranslateCore } from '../../app/messages/index.ts'

/** @param isChecking true when the expense was sent and the reply was lost */
export const expenseStateBadge = (
  expense: Pick<Expense, 'state' | 'refusal' | 'refused'>,
  kind: AccountSummary['kind'] | undefined,
  t: Translate,
  translateCore: TranslateCore,
  isChecking = false,
): StateBadge =>
  recordStateBadge(expense, {
    kind,
    t,
    translateCore,
    isChecking,
    held: { words: t('expenses.held'), pill: t('expenses.heldPill') },
    draft: { words: t('expenses.draft'), pill: t('state.needsProject') },
  })
