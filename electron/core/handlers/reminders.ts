/** Checks the day's progress and returns the reminders that are due. */
import type { Reminder } from '#shared/ipc/desktop.ts'
import { civilAt, toInstant } from '#shared/rules/calendar.ts'
import { elapsedMilliseconds } from '#shared/rules/elapsed.ts'
import { maximum } from '#shared/rules/extremes.ts'
import type { ActionContext } from '../actions/change.ts'
import { runningTimer } from '../actions/timer-row.ts'
import { readAccountSettings } from '../store/account/account-settings.ts'
import { isOwnEntry } from '../store/account/current-user.ts'
import { readSetting, writeSetting } from '../store/account/settings.ts'
import { readTimesBetween } from '../store/resources/times.ts'
import {
  dueReminders,
  noRemindersSent,
  type DayProgress,
  type SentReminders,
} from '../timer/reminders.ts'
import { currentOwnershipRule, serviceNamesUsers } from './entry-ownership.ts'

const key = 'reminded'

/** Returns the reminders that are due now. They are not due again, even after a restart. */
export async function takeDueReminders(context: ActionContext): Promise<Reminder[]> {
  const { db } = context
  const settings = await readAccountSettings(db, !(await serviceNamesUsers(db)))
  const known = await readSetting<SentReminders>(db, key, noRemindersSent)
  const { due, reminded } = dueReminders(await dayOf(context), settings, known)
  if (due.length > 0) await writeSetting(db, key, reminded)
  return due
}

/**
 * Returns when the last of the person's entries of today ended, at most now; null when there is
 * none.
 */
export const readLastEntryEnd = async (context: ActionContext): Promise<number | null> =>
  (await entriesOfToday(context)).lastEnd

async function entriesOfToday({ db, organisation, clock }: ActionContext) {
  const [now, zone] = [clock.now(), clock.zone()]
  const { date } = civilAt(now, zone)
  const mine = await currentOwnershipRule(db)
  const all = await readTimesBetween(db, organisation, date, date)
  const rows = all.filter(({ user }) => isOwnEntry(mine, user?.id ?? null))
  const ends = rows.map(({ start, total }) => toInstant(date, start, zone) + total * 60_000)
  return {
    lastEnd: ends.length > 0 ? Math.min(now, maximum(ends)) : null,
    minutes: rows.reduce((sum, { total }) => sum + total, 0),
  }
}

async function dayOf(context: ActionContext): Promise<DayProgress> {
  const [now, zone] = [context.clock.now(), context.clock.zone()]
  const timer = await runningTimer(context.db)
  const midnight = toInstant(civilAt(now, zone).date, 0, zone)
  const from = (startedAt: number) =>
    elapsedMilliseconds({ startedAt, breaks: timer?.breaks ?? [] }, now)
  return {
    now,
    zone,
    ...(await entriesOfToday(context)),
    running: timer
      ? {
          run: timer.run ?? timer.started_at,
          elapsed: from(timer.started_at),
          today: from(Math.max(midnight, timer.started_at)),
        }
      : null,
  }
}
