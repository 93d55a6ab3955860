/** A kind of record that windows can be told to re-read. */
export type ChangedResource =
  | 'time'
  | 'expense'
  | 'category'
  | 'webhook'
  | 'project'
  | 'client'
  | 'task'
  | 'charge'
  | 'user'
  | 'history'
  | 'trash'
  | 'inbox'
