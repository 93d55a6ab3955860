/** Short names of records, for where there is room for a few words. */

/** Returns the first line of a text, truncated where it is long. */
export function firstLine(text: string): string {
  const characters = [...text.trim().split('\n', 1)[0]!]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('')
}

/**
 * Names an entry by its notes, else its task, else its project; undefined where it has none of
 * them.
 */
export const entryName = ({
  notes,
  task,
  project,
}: {
  notes: string | null
  task: { name: string | null } | null
  project: { name: string | null } | null
}): string | undefined => firstLine(notes ?? '') || task?.name || project?.name || undefined
