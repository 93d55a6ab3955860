/** How a line's field names its list: a window has one such line at a time. */

export const listId = 'entry-completions'
export const optionId = (index: number): string => `${listId}-${index}`
