/** Texts of what tells two records apart, and of what a match would change. */
import type {
  MatchedExpense,
  MatchedTime,
  MatchEffect,
  UnmatchedReference,
} from '#shared/ipc/call-results.ts'
import { differingFacts, type ReferenceFacts } from '#shared/rules/reference-facts.ts'
import type { Translate } from '../../app/messages/index.ts'
import { formatLength, formatMoney, formatNumber } from '../../ui/format.ts'

type Kind = UnmatchedReference['kind']

export interface FactText {
  /** Says which texts of two records belong together. */
  of: 'client' | 'price' | 'increment'
  text: string
}

/** The facts of a record, as a row shows them. */
export function factTexts(kind: Kind, facts: ReferenceFacts, t: Translate): FactText[] {
  const price = facts.price === null ? '' : formatMoney(facts.price, facts.currency)
  if (kind === 'charge') {
    const text = facts.unit ? t('matching.perUnit', { price, unit: facts.unit }) : price
    return [{ of: 'price', text }]
  }
  if (kind !== 'project') return []
  const client = facts.client === '' ? t('references.internal') : facts.client
  const rate = price ? t('matching.perHour', { price }) : (facts.currency ?? '')
  const all: FactText[] = [
    { of: 'client', text: client ?? t('references.noClient') },
    { of: 'price', text: rate },
    { of: 'increment', text: t('project.increment', { minutes: facts.increment ?? 0 }) },
  ]
  return all.filter(({ text }) => text !== '')
}

/** The texts of `factTexts` in which two records differ. */
export function differingTexts(
  mine: ReferenceFacts,
  theirs: ReferenceFacts,
): ReadonlySet<FactText['of']> {
  return new Set(
    differingFacts(mine, theirs).map((fact) =>
      fact === 'unit' || fact === 'currency' ? 'price' : fact,
    ),
  )
}

/** Such as `42 mile × $0.67 = $28.14`. */
function expenseText(expense: MatchedExpense, t: Translate): string {
  const { quantity, unit, price, total, currency, converted } = expense
  const amount = [formatNumber(quantity), unit].filter(Boolean).join(' ')
  const sum = `${amount} × ${formatMoney(price, currency)} = ${formatMoney(total, currency)}`
  if (converted === null) return sum
  const theirs = converted.currency
  return converted.amount === null
    ? t('matching.withoutRate', { sum, currency: theirs })
    : `${sum} (${formatMoney(converted.amount, theirs)})`
}

/** Such as `0:45, $60.00`. */
const timeText = ({ minutes, values }: MatchedTime): string =>
  [
    formatLength(minutes),
    ...values.map(({ amount, currency }) => formatMoney(amount, currency)),
  ].join(', ')

/** Amounts by currency. */
function sumText(expenses: readonly MatchedExpense[]): string {
  const sums = new Map<string | null, number>()
  for (const { currency, total } of expenses) {
    sums.set(currency, (sums.get(currency) ?? 0) + total)
  }
  return [...sums].map(([currency, sum]) => formatMoney(sum, currency)).join(' + ')
}

/** This many expenses are listed one by one, more only by their sum. */
const mostListed = 3

/** Each sum that a match would change, before and after. */
export function effectTexts({ time, expenses }: MatchEffect, t: Translate): string[] {
  const becomes = (before: string, after: string) => t('matching.becomes', { before, after })
  const listed = expenses.length > mostListed ? [] : expenses
  return [
    ...(time ? [becomes(timeText(time.before), timeText(time.after))] : []),
    ...listed.map(({ before, after }) => becomes(expenseText(before, t), expenseText(after, t))),
    ...(expenses.length > mostListed
      ? [
          `${t('references.uses.expenses', {}, expenses.length)}: ${becomes(
            sumText(expenses.map(({ before }) => before)),
            sumText(expenses.map(({ after }) => after)),
          )}`,
        ]
      : []),
  ]
}
