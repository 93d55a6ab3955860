/**
 * Builds the timesheet's rows: one per project and task, with the entries of each day of a week.
 */
import type { TimeEntry } from '#shared/resources/time.ts'
import { weekdayNumber } from '#shared/rules/calendar.ts'

/** The project and the task of a row; either may be missing. */
export interface SheetWork {
  project: TimeEntry['project']
  task: TimeEntry['task']
}

export interface SheetRow extends SheetWork {
  key: string
  /** By day of the week; each day's entries are sorted by their start. */
  days: TimeEntry[][]
}

/** The rows of one project. */
export interface SheetGroup {
  key: string
  project: TimeEntry['project']
  rows: SheetRow[]
}

/** The key that identifies a row. */
export const sheetRowKey = ({ project, task }: SheetWork): string =>
  `${project?.local ?? 0} ${task?.local ?? 0}`

/** Returns the local ids that a row's key consists of. */
export function parseSheetRowKey(key: string): { project: number | null; task: number | null } {
  const [project = null, task = null] = key.split(' ').map((id) => Number(id) || null)
  return { project, task }
}

/** Removes duplicates and keeps the order. */
export function distinctSheetWork(works: readonly SheetWork[]): SheetWork[] {
  const found = new Map<string, SheetWork>()
  for (const { project, task } of works) {
    const key = sheetRowKey({ project, task })
    if (!found.has(key)) found.set(key, { project, task })
  }
  return [...found.values()]
}

/**
 * Groups rows by project: clients' projects by name, then internal ones, then rows without a
 * project. The order does not depend on the hours, so that no row moves while the person types.
 * @param extra work that has a row even without entries
 */
export function groupSheetRows(
  dates: readonly string[],
  entries: readonly TimeEntry[],
  extra: readonly SheetWork[],
): SheetGroup[] {
  const rows = new Map<string, SheetRow>()
  for (const { project, task } of distinctSheetWork([...entries, ...extra])) {
    const key = sheetRowKey({ project, task })
    rows.set(key, { key, project, task, days: dates.map(() => []) })
  }
  for (const entry of entries.toSorted((a, b) => a.start - b.start || a.local - b.local)) {
    rows.get(sheetRowKey(entry))?.days[dates.indexOf(entry.date)]?.push(entry)
  }
  const byProject = Map.groupBy(rows.values(), ({ project }) => project?.local ?? 0)
  return [...byProject]
    .map(([local, of]) => ({
      key: String(local),
      project: of[0]!.project,
      rows: of.toSorted(byTask),
    }))
    .toSorted((one, other) => byProjectName(one.project, other.project))
}

const rankOf = (project: TimeEntry['project']): number => {
  if (!project) return 2
  return project.type === 'client' ? 0 : 1
}

const byProjectName = (one: TimeEntry['project'], other: TimeEntry['project']): number =>
  rankOf(one) - rankOf(other) ||
  (one?.name ?? '').localeCompare(other?.name ?? '') ||
  (one?.local ?? 0) - (other?.local ?? 0)

/** Sorts a row without a task last. */
const byTask = (one: SheetRow, other: SheetRow): number =>
  Number(one.task === null) - Number(other.task === null) ||
  (one.task?.name ?? '').localeCompare(other.task?.name ?? '') ||
  (one.task?.local ?? 0) - (other.task?.local ?? 0)

export const sumTotals = (entries: readonly Pick<TimeEntry, 'total'>[]): number =>
  entries.reduce((sum, { total }) => sum + total, 0)

/** The target of a day in minutes; undefined without one. */
export function targetMinutesOf(
  date: string,
  settings: { dailyTarget: number | null; workingHours: { days: readonly number[] } } | undefined,
): number | undefined {
  if (!settings?.dailyTarget) return undefined
  return settings.workingHours.days.includes(weekdayNumber(date)) ? settings.dailyTarget : undefined
}
