/** Ids of the list and its options; a window shows only one such list at a time. */

export const completionListId = 'entry-completions'
export const completionOptionId = (index: number): string => `${completionListId}-${index}`
