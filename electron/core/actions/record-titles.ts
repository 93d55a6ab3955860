/** Returns the names of records for summaries. */
import { firstLine } from '#shared/rules/entry-name.ts'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'

/** Returns the name of an entry (entry-name.ts). */
export async function entryTitle(
  db: Db,
  entry: { project: number | null; task: number | null; notes?: string | null | undefined },
): Promise<string> {
  if (entry.notes) return quoteTitle(entry.notes)
  const [task] = entry.task === null ? [] : await nameById(db, { id: entry.task }, 'task')
  if (task?.name) return quoteTitle(task.name)
  const [project] =
    entry.project === null ? [] : await nameById(db, { id: entry.project }, 'project')
  return project?.name ? quoteTitle(project.name) : 'an entry'
}

const nameById = prepared((db, values: { id: number }, table: 'task' | 'project') =>
  db.selectFrom(table).select('name').where('id', '=', values.id),
)

/** Quotes the first line of a text, shortened where it is long: `“First line of the text”`. */
export const quoteTitle = (text: string): string => `“${firstLine(text)}”`
