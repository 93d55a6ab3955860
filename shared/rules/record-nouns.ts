/** Nouns for the kinds of records, in sentences. */
const nouns = {
  time: 'entry',
  expense: 'expense',
  category: 'category',
  project: 'project',
  task: 'task',
  charge: 'price list item',
  client: 'client',
  user: 'person',
  webhook: 'webhook',
  timer: 'timer',
  inbox: 'question',
} as const

export type RecordKind = keyof typeof nouns

export const nounOf = (kind: RecordKind): string => nouns[kind]

/** Says why a request cannot use a record that it names. */
export const unusable = (noun: string, isDeleted: boolean): string =>
  isDeleted ? `This ${noun} was deleted` : `This ${noun} doesn’t exist`
