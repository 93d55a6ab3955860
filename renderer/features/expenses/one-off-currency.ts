import type { Expense } from '#shared/resources/expense.ts'

/**
 * In which currency a one-off charge is on a project: that of the project, unless the expense was
 * one-off on it before and the service said another.
 * @param before the expense that is edited
 */
export function currencyOfOneOff(
  before: Expense | undefined,
  project: { local: number; currency: string | null } | null,
): string | null {
  const stays =
    before?.charge === null && (before.project?.local ?? null) === (project?.local ?? null)
  return (stays && before.original_currency) || (project?.currency ?? null)
}
