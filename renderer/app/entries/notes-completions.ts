/** Suggests notes that were written before: pinned ones first, then the newest. */
import type { RecentWork } from '#shared/ipc/call-results.ts'
import { fold, foldForSearch } from '#shared/rules/search-text.ts'

export type NotesCompletion = Omit<RecentWork, 'notes'> & { notes: string }

const most = 6

/**
 * @param typed text to find in the notes, or in the names of project and task; empty: everything
 *   with the chosen project and task
 * @param chosen local ids; null matches everything
 */
export function findNotesCompletions(
  works: readonly RecentWork[],
  typed: string,
  chosen: { project: number | null; task: number | null },
): NotesCompletion[] {
  const query = foldForSearch(typed.trim())
  const same = fold(typed.trim())
  const seen = new Set<string>()
  const found: NotesCompletion[] = []
  for (const { notes, ...work } of works) {
    const text = notes?.trim()
    if (!text || fold(text) === same) continue
    if (chosen.project !== null && work.project.local !== chosen.project) continue
    if (chosen.task !== null && work.task.local !== chosen.task) continue
    const { project, task } = work
    const searched = `${text} ${project.code} ${project.name} ${task.name}`
    if (!foldForSearch(searched).includes(query)) continue
    const key = `${project.local} ${task.local} ${text}`
    if (!seen.has(key)) found.push({ ...work, notes: text })
    seen.add(key)
  }
  // Notes that begin with the typed text come first.
  const begins = ({ notes }: NotesCompletion) => foldForSearch(notes).startsWith(query)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, most)
}
