/** The row of the running timer, as history keeps it. */
import type { Selectable } from 'kysely'
import type { Db } from '../store/db.ts'
import type { TimerTable } from '../store/tables.ts'
import type { Doing } from './change.ts'

export type TimerRow = Selectable<TimerTable>

/** The running timer, or undefined. */
export const runningTimer = (db: Db): Promise<TimerRow | undefined> =>
  db.selectFrom('timer').selectAll().executeTakeFirst()

/** Writes, replaces or removes the timer row, with its history. */
export async function putTimer(
  doing: Doing,
  before: TimerRow | undefined,
  after: TimerRow | undefined,
): Promise<void> {
  await doing.trx.deleteFrom('timer').execute()
  if (after) await doing.trx.insertInto('timer').values(after).execute()
  await doing.record({
    resource: 'timer',
    local: 1,
    before: before ?? null,
    after: after ?? null,
  })
}
