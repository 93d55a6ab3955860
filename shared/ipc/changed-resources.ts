/** What windows can be told to read again. */
export const changedResources = [
  'time',
  'expense',
  'category',
  'webhook',
  'project',
  'client',
  'task',
  'charge',
  'user',
  'history',
  'trash',
  'inbox',
] as const

export type ChangedResource = (typeof changedResources)[number]
