/** Texts about an import that several files share. */

/** Minutes of an increment of created projects: lengths stay as they are. */
export const createdProjectIncrement = 1

/** `3 entries and 1 expense`. */
export function countImported(times: number, expenses: number): string {
  const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
  return [
    ...(times > 0 ? [some(times, 'entry', 'entries')] : []),
    ...(expenses > 0 ? [some(expenses, 'expense', 'expenses')] : []),
  ].join(' and ')
}
