import type { Expense } from '#shared/resources/expense.ts'

/**
 * Returns the currency of a one-off charge on a project: the project's, unless the expense was
 * already one-off on it and the service reported another currency.
 * @param before the expense that is edited
 */
export function oneOffCurrency(
  before: Expense | undefined,
  project: { local: number; currency: string | null } | null,
): string | null {
  const stays =
    before?.charge === null && (before.project?.local ?? null) === (project?.local ?? null)
  return (stays && before.original_currency) || (project?.currency ?? null)
}
