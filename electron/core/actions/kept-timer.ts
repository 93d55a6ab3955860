/** The running timer as history keeps it. */
import { fail, unwrap } from '#shared/errors.ts'
import type { TimerTable } from '../store/tables.ts'
import type { KeptRow } from './kept-row.ts'
import { entryTitle } from './titles.ts'

export type TimerRow = TimerTable

/** Rows of older versions of the program have no run. */
const runOf = (row: TimerRow): number | null => row.run ?? null

export const keptTimer: KeptRow<TimerRow> = {
  groups: [['started_at'], ['zone'], ['project_id'], ['task_id'], ['notes']],

  read: (db) => db.selectFrom('timer').selectAll().executeTakeFirst(),

  async put(trx, row, stands) {
    if (stands && runOf(stands) !== runOf(row)) {
      unwrap(fail('conflict', 'Another timer is running. Stop it first, then undo'))
    }
    await trx.deleteFrom('timer').execute()
    // A sign of life counts for the host that gave it, not for one that begins now.
    const heartbeat_at = stands?.heartbeat_at ?? null
    await trx
      .insertInto('timer')
      .values({ ...row, run: runOf(row), heartbeat_at })
      .execute()
  },

  async remove(trx) {
    await trx.deleteFrom('timer').execute()
  },

  title: (db, row) =>
    entryTitle(db, { project: row.project_id, task: row.task_id, notes: row.notes }),

  isSame: (row, other) => runOf(row) === runOf(other),
}
