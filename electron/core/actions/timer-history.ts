/** The history codec of the running timer. */
import type { Selectable } from 'kysely'
import { fail, unwrap } from '#shared/errors.ts'
import type { TimerBreak, TimerQuestion } from '#shared/ipc/desktop.ts'
import type { Db } from '../store/database/db.ts'
import type { TimerTable } from '../store/tables/index.ts'
import type { HistoryCodec } from './history-codec.ts'
import { entryTitle } from './record-titles.ts'

/** The row, with its lists parsed. */
export type TimerRow = Omit<Selectable<TimerTable>, 'breaks' | 'away'> & {
  breaks: TimerBreak[]
  away: TimerQuestion[]
}

/** Rows of older versions of the program have no run. */
const runOf = (row: TimerRow): number | null => row.run ?? null

async function read(db: Db): Promise<TimerRow | undefined> {
  const row = await db.selectFrom('timer').selectAll().executeTakeFirst()
  return (
    row && {
      ...row,
      breaks: JSON.parse(row.breaks) as TimerBreak[],
      away: JSON.parse(row.away) as TimerQuestion[],
    }
  )
}

export const timerHistoryCodec: HistoryCodec<TimerRow> = {
  groups: [['started_at'], ['zone'], ['project_id'], ['task_id'], ['notes'], ['breaks'], ['away']],
  lists: ['breaks', 'away'],

  read,

  async write(trx, row, current) {
    if (current && runOf(current) !== runOf(row)) {
      unwrap(fail('conflict', 'Another timer is running. Stop it first, then undo'))
    }
    await trx.deleteFrom('timer').execute()
    await trx
      .insertInto('timer')
      .values({
        ...row,
        run: runOf(row),
        // A heartbeat only counts for the host that wrote it, not for a run that is restored now.
        heartbeat_at: current?.heartbeat_at ?? null,
        // Rows of older versions have none of these.
        settled_at: row.settled_at ?? null,
        breaks: JSON.stringify(row.breaks ?? []),
        away: JSON.stringify(row.away ?? []),
      })
      .execute()
  },

  async remove(trx) {
    await trx.deleteFrom('timer').execute()
  },

  title: (db, row) =>
    entryTitle(db, { project: row.project_id, task: row.task_id, notes: row.notes }),

  isSameSubject: (row, other) => runOf(row) === runOf(other),
}
