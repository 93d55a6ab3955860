/** The reports that the person saved, together in one setting. */
import { savedReport, type SavedReport } from '#shared/ipc/saved-reports.ts'
import { normalFilter, type Condition } from '#shared/rules/entry-filter.ts'
import type { Db } from '../database/db.ts'
import { readSetting, writeSetting } from './settings.ts'

const key = 'savedReports'

interface Stored {
  /** The id of the newest that there ever was: none is given twice. */
  newest: number
  /** One that a newer version wrote may not be readable here; it stays as it is. */
  reports: { id: number }[]
}

const readStored = (db: Db): Promise<Stored> =>
  readSetting<Stored>(db, key, { newest: 0, reports: [] })

/** In the order in which they were saved. */
export async function readSavedReports(db: Db): Promise<SavedReport[]> {
  const { reports } = await readStored(db)
  return reports.flatMap((report) => savedReport.safeParse(report).data ?? [])
}

/** Writes a report in place of the one with its id, or as a new one. */
export async function writeSavedReport(
  db: Db,
  { id, ...content }: Omit<SavedReport, 'id'> & { id?: number | undefined },
): Promise<SavedReport> {
  const { newest, reports } = await readStored(db)
  const written = { id: id ?? newest + 1, ...content }
  await writeSetting(db, key, {
    newest: Math.max(newest, written.id),
    reports: [...reports.filter((report) => report.id !== written.id), written],
  })
  return written
}

export async function deleteSavedReport(db: Db, id: number): Promise<void> {
  const { newest, reports } = await readStored(db)
  await writeSetting(db, key, { newest, reports: reports.filter((report) => report.id !== id) })
}

/** Points filters to another record, into which the former one was merged. */
export async function repointSavedReports(
  db: Db,
  kind: 'client' | 'project' | 'task',
  from: number,
  to: number,
): Promise<void> {
  const repointed = (condition: Condition): Condition =>
    condition.kind === kind
      ? { ...condition, of: condition.of.map((value) => (value === from ? to : value)) }
      : condition
  for (const { view, ...report } of await readSavedReports(db)) {
    const isOf = (condition: Condition) => condition.kind === kind && condition.of.includes(from)
    if (!view.filter.some(isOf)) continue
    const filter = normalFilter(view.filter.map(repointed))
    await writeSavedReport(db, { ...report, view: { ...view, filter } })
  }
}
