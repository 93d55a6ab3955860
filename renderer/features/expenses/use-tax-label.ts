/** Labels for the tax of a cost. */
import { taxTypes } from '#shared/resources/expense.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { formatNumber } from '../../ui/format.ts'

export function useTaxLabel() {
  const t = useTranslate()

  /** `incl. 15 %`; empty without a tax, and the service's own word for an unknown kind. */
  function taxOf({ tax, tax_rate }: { tax: string; tax_rate: number }): string {
    const rate = formatNumber(tax_rate)
    switch (tax) {
      case 'none':
        return ''
      case 'includes':
        return t('expenses.taxIncluded', { rate })
      case 'excludes':
        return t('expenses.taxOnTop', { rate })
      default:
        return t('expenses.taxOther', { tax, rate })
    }
  }
  /** The kinds to choose from; one that only the service knows is listed while it is chosen. */
  const kinds = (chosen: string) => [
    { value: 'none', label: t('expenses.taxKind.none') },
    { value: 'includes', label: t('expenses.taxKind.includes') },
    { value: 'excludes', label: t('expenses.taxKind.excludes') },
    ...(taxTypes.some((own) => own === chosen) ? [] : [{ value: chosen, label: chosen }]),
  ]
  return { taxOf, kinds }
}
