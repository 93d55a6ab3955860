/** Actions on expenses of the list; all of them can be undone from a toast or by key. */
import type { CallInput } from '#shared/ipc/contract.ts'
import type { Expense } from '#shared/resources/expense.ts'
import { chargedCurrency } from '#shared/rules/unit-price.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useUndo } from '../../app/notices/use-undo.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { formatAmountOf } from './expense-totals.ts'

export type ExpenseChanges = CallInput<'expenses.updateMany'>['set']

export function useExpenseActions() {
  const client = useIpcClient()
  const toasts = useToastStore()
  const t = useTranslate()
  const attempt = useFailureToast()
  const { wayBack } = useUndo()

  const told = (change: number | undefined, text: string, detail?: string) =>
    toasts.show({ text, detail, action: wayBack(change) })

  /** Returns false where nothing was deleted; the reason was shown. */
  async function remove(expenses: readonly Expense[]): Promise<boolean> {
    const [only, ...others] = expenses
    if (!only) return false
    const locals = expenses.map(({ local }) => local)
    const done = await attempt<{ change: number | undefined }>(() =>
      others.length === 0
        ? client.write('expenses.delete', { local: only.local })
        : client.write('expenses.deleteMany', { locals }),
    )
    if (!done) return false
    if (others.length > 0) told(done.change, t('expenses.deletedMany', {}, locals.length))
    else {
      const amount = formatAmountOf(only.total_charge, chargedCurrency(only))
      told(done.change, t('entry.deleted', { name: only.name }), amount)
    }
    return true
  }

  /** Applies one change to several expenses. Throws the core's messages about fields. */
  async function changeMany(edit: CallInput<'expenses.updateMany'>): Promise<void> {
    const { change, value } = await client.write('expenses.updateMany', edit)
    told(change, t('expenses.changedMany', {}, value.changed))
  }

  return { remove, changeMany }
}
