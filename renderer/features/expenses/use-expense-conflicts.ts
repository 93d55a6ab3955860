/** Conflicts of an expense that changes elsewhere while its form is open. */
import type { Expense } from '#shared/resources/expense.ts'
import {
  nameByLocal,
  type RecordForm,
  useFormConflicts,
} from '../../app/forms/use-form-conflicts.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useCatalogStore } from '../../app/stores/catalog.ts'
import { useChargesStore } from '../../app/stores/charges.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { isChangeOf } from '../../app/stores/live-query.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { formatDay } from '../../ui/format.ts'
import { toExpenseDraft, type ExpenseDraft, readTaxRate } from './expense-draft.ts'
import { useTaxLabel } from './use-tax-label.ts'

export type EditedExpense = RecordForm<Expense, ExpenseDraft>

export function useExpenseConflicts(form: EditedExpense) {
  const t = useTranslate()
  const client = useIpcClient()
  const clock = useClockStore()
  const catalog = useCatalogStore()
  const charges = useChargesStore()
  const { taxOf } = useTaxLabel()

  return useFormConflicts<Expense, ExpenseDraft>({
    form: () => form,
    fields: [
      {
        fields: ['project'],
        label: () => t('project.label'),
        text: ({ project }) => nameByLocal(catalog.projects, project) ?? t('entry.noProject'),
      },
      {
        // The factors of the price are decided together.
        fields: ['charge', 'way', 'name', 'unit', 'unitCharge', 'quantity'],
        label: () => t('expenses.charge'),
        text: ({ way, charge, name, unitCharge, quantity }) =>
          way === 'list'
            ? `${quantity} × ${nameByLocal(charges.charges, charge) ?? name}`
            : `${quantity} × ${name} (${unitCharge})`,
      },
      {
        fields: ['exchangeRate'],
        label: () => t('expenses.exchangeRate'),
        text: ({ exchangeRate }) => exchangeRate || '–',
      },
      {
        fields: ['date'],
        label: () => t('entry.date'),
        text: ({ date }) => formatDay(date, clock.today),
      },
      {
        fields: ['chargeable'],
        label: () => t('expenses.chargeable'),
        text: ({ chargeable }) => t(chargeable ? 'history.yes' : 'history.no'),
      },
      {
        fields: ['cost', 'costCurrency', 'tax', 'taxRate'],
        label: () => t('expenses.cost'),
        text: (draft) => {
          if (draft.cost.trim() === '') return '–'
          const tax = taxOf({ tax: draft.tax, tax_rate: Number(readTaxRate(draft) ?? 0) })
          return `${draft.cost} ${draft.costCurrency} ${tax}`.trim()
        },
      },
      {
        fields: ['notes'],
        label: () => t('entry.notes'),
        text: ({ notes }) => notes || '–',
      },
    ],
    read: (local) => client.call('expenses.show', { local }),
    draftOf: toExpenseDraft,
    concerns: isChangeOf('expense'),
  })
}
