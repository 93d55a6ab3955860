/** Saves reports under names of their own. */
import { failField, ok, type Result } from '#shared/errors.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { SavedReport } from '#shared/ipc/saved-reports.ts'
import { fold } from '#shared/rules/search-text.ts'
import type { ActionContext } from '../actions/change.ts'
import { readSavedReports, writeSavedReport } from '../store/account/saved-reports.ts'

/** Starred ones first, each of the two by name. */
export const sortSavedReports = (reports: readonly SavedReport[]): SavedReport[] =>
  reports.toSorted(
    (one, other) =>
      Number(other.isStarred) - Number(one.isStarred) || byName.compare(one.name, other.name),
  )
const byName = new Intl.Collator('en', { numeric: true })

/** Fails with `validation` for the name of another report. */
export async function saveReport(
  { db, changed }: ActionContext,
  report: CallArguments<'reports.save'>,
): Promise<Result<SavedReport>> {
  const saved = await db.transaction().execute(async (trx) => {
    const taken = (await readSavedReports(trx)).find(
      ({ id, name }) => id !== report.id && fold(name) === fold(report.name),
    )
    if (!taken) return ok(await writeSavedReport(trx, report))
    return failField('name', `There’s already a report called “${taken.name}”. Choose another name`)
  })
  if (saved.ok) changed('savedReport', [saved.value.id])
  return saved
}
