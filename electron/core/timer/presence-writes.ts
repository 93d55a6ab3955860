/**
 * Writes what the timer monitor observes into the running timer's row: heartbeats and questions,
 * never a decision.
 */
import type { ActionContext } from '../actions/change.ts'
import { runningTimer, type TimerRow } from '../actions/timer-row.ts'
import type { Db } from '../store/database/db.ts'
import { readSetting, writeSetting } from '../store/account/settings.ts'
import { beginAbsence, endAbsence, toWatchedRun, type AbsenceCause } from './absences.ts'

/** Writes a heartbeat of the host, so that its next start knows until when the timer surely ran. */
export async function writeHeartbeat(db: Db, at: number | null): Promise<void> {
  await db.updateTable('timer').set({ heartbeat_at: at }).execute()
}

/**
 * Asks about the time since the last heartbeat, for a program that writes none. The heartbeat is
 * removed, so that later times are not asked about again.
 * @param shortest milliseconds; after less than this, an app may still be running
 */
export async function askSinceHeartbeat(context: ActionContext, shortest: number): Promise<void> {
  const now = context.clock.now()
  const timer = await runningTimer(context.db)
  const beat = timer?.heartbeat_at ?? null
  if (beat === null || now - beat < shortest) return
  await writeAbsenceStart(context, 'restart', beat)
  await writeAbsenceEnd(context, now)
  await writeHeartbeat(context.db, null)
}

const numberKey = 'timer.question'

/** Opens an absence at this instant. */
export const writeAbsenceStart = (
  context: ActionContext,
  cause: AbsenceCause,
  at: number,
): Promise<boolean> =>
  rewrite(context, async (timer, trx) => {
    const number = (await readSetting<number>(trx, numberKey, 0)) + 1
    const away = beginAbsence(toWatchedRun(timer, context.clock.now()), cause, at, number)
    if (away.at(-1)!.id === number) await writeSetting(trx, numberKey, number)
    return { away: JSON.stringify(away) }
  })

/** Closes the open absence at this instant. */
export const writeAbsenceEnd = (context: ActionContext, at: number): Promise<boolean> =>
  rewrite(context, (timer) => ({ away: JSON.stringify(endAbsence(toWatchedRun(timer), at)) }))

/**
 * Marks time before this instant as decided about: it counts, and no question is asked about it.
 */
export const writeSettled = (context: ActionContext, at: number): Promise<boolean> =>
  rewrite(context, (timer) => ({ settled_at: Math.max(timer.settled_at ?? 0, at) }))

interface Written {
  away?: string
  settled_at?: number
}

/** Returns true when the row changed. */
function rewrite(
  { db }: ActionContext,
  change: (timer: TimerRow, trx: Db) => Written | Promise<Written>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const timer = await runningTimer(trx)
    if (!timer) return false
    const written = await change(timer, trx)
    const isSame =
      (written.away ?? JSON.stringify(timer.away)) === JSON.stringify(timer.away) &&
      (written.settled_at ?? timer.settled_at) === timer.settled_at
    if (!isSame) await trx.updateTable('timer').set(written).execute()
    return !isSame
  })
}
