/** The kinds of record that are explored, and the few edits that are made to them. */
import type { Kind } from '../checks/kinds.ts'
import type { Entry } from '../entries.ts'

export interface Subject {
  kind: Kind
  /** A record made here. @param count how many were made before */
  made(count: number): Entry
  /** A record made in a browser: not ours, and similar to ours. */
  madeThere: Entry
  /**
   * The fields that edits set, by name. @param who whose edit it is @param count how many came
   * before
   */
  edits: Readonly<Record<string, (who: 'here' | 'there', count: number) => Entry>>
}

const notes = (who: string, count: number): Entry => ({ notes: `${who} ${count}` })
const quantity = (who: 'here' | 'there'): Entry => ({ quantity: who === 'here' ? 12 : 20 })

const date = '2026-11-19'

export const subjects: Record<Kind, Subject> = {
  time: {
    kind: 'time',
    // Two equal records: their requests cannot be told apart.
    made: () => ({ project: 0, task: 0, date, start: 540, quantity: 4, notes: 'first' }),
    madeThere: { project: 0, task: 0, date, start: 540, quantity: 8, notes: 'first' },
    edits: { notes, quantity },
  },
  expense: {
    kind: 'expense',
    made: () => ({ project: 0, charge: 0, date, quantity: 4, chargeable: true, notes: 'first' }),
    madeThere: { project: 0, charge: 0, date, quantity: 8, chargeable: true, notes: 'first' },
    edits: { notes, quantity },
  },
  category: {
    kind: 'category',
    // Names can be used only once.
    made: (count) => ({ name: count === 0 ? 'first' : 'second', tasks: [0, 1], charges: [] }),
    madeThere: { name: 'first', tasks: [0, 2], charges: [] },
    edits: {
      name: (who, count) => ({ name: `${who} ${count}` }),
      tasks: (who, count) => ({ tasks: members[who][count % 2]! }),
    },
  },
}

/** Local and remote edits add different members and remove different ones. */
const members = {
  here: [[0], [0, 1, 2]],
  there: [[1], [0, 2]],
}
