/** Formats expenses as lines for people. */
import type { Expense } from '#shared/resources/expense.ts'
import type { Page } from '#shared/resources/page.ts'
import { chargedCurrency } from '#shared/rules/unit-price.ts'
import { amountText } from './amount-flags.ts'
import { toSingleLine, renderTable } from './terminal-table.ts'
import { pagedTableText, stateText } from './record-text.ts'
import { t } from './language.ts'

const charged = (expense: Expense): string =>
  expense.exchange_rate === null
    ? `? ${expense.project?.currency ?? ''}`.trim()
    : amountText(expense.total_charge, chargedCurrency(expense))

const cost = (expense: Expense): string =>
  expense.total_cost === 0 ? '' : amountText(expense.total_cost, expense.currency)

/**
 * Formats one expense in full.
 * @param isLocal the account has no service; here and below
 */
export function expenseText(expense: Expense, isLocal: boolean): string {
  const { local, date, name, quantity, unit, unit_charge, project, notes, tax, tax_rate } = expense
  const each =
    expense.exchange_rate === null
      ? amountText(expense.original_unit_charge, expense.original_currency)
      : amountText(unit_charge, chargedCurrency(expense))
  const times = unit === null ? `${quantity} × ${each}` : `${quantity} ${unit} × ${each}`
  const work = [project?.name ?? t('no project yet'), notes].filter(Boolean).join(' · ')
  const real = cost(expense)
  return [
    `${local}  ${date}  ${toSingleLine(`${name}: ${times} = ${charged(expense)}`)}`,
    toSingleLine(work),
    ...(expense.chargeable === 0 ? [t('Non-billable')] : []),
    ...(real === ''
      ? []
      : [
          toSingleLine(
            t('Cost {amount}, tax: {tax}, {rate}%', { amount: real, tax, rate: tax_rate }),
          ),
        ]),
    ...standingOf(expense, isLocal),
  ].join('\n')
}

function standingOf(expense: Expense, isLocal: boolean): string[] {
  const { state, refusal, exchange_rate, original_currency, project, provisional } = expense
  if (refusal !== null) return [t('Service: {text}', { text: toSingleLine(refusal) })]
  const lines = [stateText(state, isLocal)].filter(Boolean)
  if (exchange_rate === null) {
    const pair = {
      from: original_currency!,
      to: project?.currency ?? t('the project’s currency'),
    }
    return [
      ...lines,
      toSingleLine(
        isLocal
          ? t(
              'No exchange rate from {from} to {to} yet, so this isn’t in the totals. Add one with --exchange-rate',
              pair,
            )
          : t(
              'No exchange rate from {from} to {to} yet. The service sets the price when this syncs',
              pair,
            ),
      ),
    ]
  }
  return provisional && !isLocal ? [...lines, t('Provisional: calculated on this computer')] : lines
}

/** Formats a page of expenses as a table. */
export const expensePageText = (page: Page<Expense>, width: number, isLocal: boolean): string =>
  pagedTableText(page, t('No expenses. Add one with `stint expenses add`'), () =>
    renderTable(
      page.data,
      [
        { title: t('ID'), value: ({ local }) => String(local), align: 'right' },
        { title: t('Date'), value: ({ date }) => date },
        { title: t('Name'), value: ({ name }) => name, flexible: true },
        {
          title: t('Project'),
          value: ({ project }) => project?.code || project?.name || '',
          flexible: true,
        },
        {
          title: t('Quantity'),
          value: ({ quantity, unit }) => [quantity, unit].filter(Boolean).join(' '),
          align: 'right',
        },
        {
          title: t('Billable'),
          value: (expense) => (expense.chargeable === 0 ? t('no') : charged(expense)),
          align: 'right',
        },
        { title: t('Cost'), value: cost, align: 'right' },
        { title: t('Notes'), value: ({ notes }) => notes ?? '', flexible: true },
        { title: '', value: ({ state }) => stateText(state, isLocal) },
      ],
      width,
    ),
  )
