/**
 * The work that is measured in every store, and the questions to its process (`peers-child.ts`).
 */
import type { Shown } from './peers-records.ts'

export const works = {
  open: 'open, and the first page',
  show: 'one entry, with project and task',
  newest: 'newest 50, with project and task',
  findSome: 'newest 50 with a word that one in nine has',
  findNone: 'a word that none has',
  week: 'total of a week',
  year: 'total of a year',
  save: 'save a new entry',
  remove: 'delete an entry',
} as const
export type WorkName = keyof typeof works

export type Question =
  | { ask: 'fill'; records: string }
  | { ask: 'answers' }
  | { ask: 'turns'; work: WorkName; turns: number; patience: number }
  | { ask: 'memory' }
  | { ask: 'end' }

/** The answers that every store has to give alike. */
export interface Answers {
  shown: (Shown | null)[]
  lists: Shown[][]
  totals: { minutes: number; entries: number }[]
}
