/** Reads and writes the row of the running timer. */
import type { Db } from '../store/database/db.ts'
import type { ChangeTransaction } from './change.ts'
import { timerHistoryCodec, type TimerRow } from './timer-history.ts'

export type { TimerRow } from './timer-history.ts'

/** Id of the only timer. */
const local = 1

/** Reads the running timer, or undefined. */
export const runningTimer = (db: Db): Promise<TimerRow | undefined> =>
  timerHistoryCodec.read(db, local)

/** Writes, replaces or removes the timer row, with its history. */
export async function writeTimerRow(
  tx: ChangeTransaction,
  before: TimerRow | undefined,
  after: TimerRow | undefined,
): Promise<void> {
  if (after) await timerHistoryCodec.write(tx.trx, after, before)
  else await tx.trx.deleteFrom('timer').execute()
  await tx.recordRow({ resource: 'timer', local, before: before ?? null, after: after ?? null })
}

/** Moves the running timer to another project or task, where it runs on this one. */
export async function repointTimer(
  tx: ChangeTransaction,
  column: 'project_id' | 'task_id',
  from: number,
  to: number,
): Promise<void> {
  const running = await runningTimer(tx.trx)
  if (running?.[column] === from) await writeTimerRow(tx, running, { ...running, [column]: to })
}
