import type { Expense } from '#shared/resources/expense.ts'

/**
 * Returns the currency of a one-off charge: the project's; where that is unknown, the one that the
 * expense has already.
 * @param before the expense that is edited
 */
export function oneOffCurrency(
  before: Expense | undefined,
  project: { local: number; currency: string | null } | null,
): string | null {
  const stays =
    before?.charge === null && (before.project?.local ?? null) === (project?.local ?? null)
  return project?.currency ?? (stays ? before.original_currency : null)
}
