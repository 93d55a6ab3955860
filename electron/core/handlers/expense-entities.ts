/** Converts rows of expenses to entities, with the remote ids and the sync state of each. */
import type { Expense } from '#shared/resources/expense.ts'
import { isConverted } from '#shared/rules/unit-price.ts'
import type { Db } from '../store/database/db.ts'
import type { ExpenseRow } from '../store/resources/expenses.ts'
import { readRecordStates } from '../store/sync/sync-records.ts'
import { createRemoteLookup } from '../store/sync/remote-lookup.ts'

export async function toExpenses(db: Db, rows: readonly ExpenseRow[]): Promise<Expense[]> {
  const standings = await readRecordStates(
    db,
    'expense',
    rows.map((row) => row.id),
  )
  const ids = await createRemoteLookup(db, {
    project: rows.map((row) => row.project?.id),
    charge: rows.map((row) => row.charge?.id),
    user: rows.map((row) => row.user?.id),
  })
  return rows.map((row) => {
    const standing = standings.get(row.id)
    const { project, charge, user } = row
    return {
      ...row,
      local: row.id,
      id: standing?.remote ?? null,
      state: standing?.state ?? 'pending',
      refusal: standing?.refusal ?? null,
      refused: standing?.refused ?? [],
      provisional: standing?.provisional ?? true,
      chargeable: row.chargeable ? 1 : 0,
      tax_rate: Number(row.tax_rate),
      exchange_rate: isConverted(row) ? Number(row.exchange_rate) : null,
      charge: charge && { ...charge, local: charge.id, id: ids('charge', charge.id) },
      project: project && expenseProject(project, ids('project', project.id)),
      user: user && { ...user, local: user.id, id: ids('user', user.id) },
    }
  })
}

/**
 * Returns the project without the fields that the specification does not show inside an expense.
 */
function expenseProject(
  { rate: _rate, ...project }: NonNullable<ExpenseRow['project']>,
  id: number | null,
): Expense['project'] {
  return { ...project, local: project.id, id }
}
