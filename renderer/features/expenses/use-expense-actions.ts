/** What can be done with expenses of the list; all of it can be taken back from a toast, and by key. */
import type { CallInput } from '#shared/ipc/contract.ts'
import type { Expense } from '#shared/resources/expense.ts'
import { useAttempt } from '../../app/failures.ts'
import { useWords } from '../../app/messages/index.ts'
import { useToasts } from '../../app/stores/toasts.ts'
import { useUndo } from '../../app/undo.ts'
import { useClient } from '../../ipc/client.ts'
import { amountOf, currencyOf } from './expense-money.ts'

export type ExpenseChanges = CallInput<'expenses.updateMany'>['set']

export function useExpenseActions() {
  const client = useClient()
  const toasts = useToasts()
  const say = useWords()
  const attempt = useAttempt()
  const { undo, newestChange } = useUndo()

  async function told(text: string, detail?: string) {
    const change = await newestChange()
    toasts.show({
      text,
      detail,
      action: { label: say('undo.undo'), key: 'z', run: () => void undo(change) },
    })
  }

  /** False where nothing was deleted, and why was said. */
  async function remove(expenses: readonly Expense[]): Promise<boolean> {
    const [only, ...others] = expenses
    if (!only) return false
    const locals = expenses.map(({ local }) => local)
    const done = await attempt(async () => {
      await (others.length === 0
        ? client.call('expenses.delete', { local: only.local })
        : client.call('expenses.deleteMany', { locals }))
      await (others.length === 0
        ? told(
            say('entry.deleted', { name: only.name }),
            amountOf(only.total_charge, currencyOf(only)),
          )
        : told(say('expenses.deletedMany', {}, locals.length)))
      return true
    })
    return done === true
  }

  /** Changes several alike. Throws what the core says about fields. */
  async function changeMany(locals: readonly number[], set: ExpenseChanges): Promise<void> {
    await client.call('expenses.updateMany', { locals: [...locals], set })
    await told(say('expenses.changedMany', {}, locals.length))
  }

  return { remove, changeMany }
}
