/** Resources that windows can be told to re-read. */
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
