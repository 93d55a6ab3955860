/** Ids of the list and its options; a window shows only one such list at a time. */

export const listId = 'entry-completions'
export const optionId = (index: number): string => `${listId}-${index}`
