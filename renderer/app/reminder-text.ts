/** The texts of a reminder. */
import type { Reminder } from '#shared/ipc/desktop.ts'
import { formatLength, formatTimeOfDay } from '../ui/format.ts'
import type { Translate } from './messages/index.ts'

export interface ReminderText {
  title: string
  text: string
  /** Label of the action; undefined for a reminder without one. */
  act: string | undefined
  leave: string
}

export function reminderText(
  reminder: Reminder,
  { now, zone, work, startedAt }: { now: number; zone: string; work: string; startedAt: number },
  t: Translate,
): ReminderText {
  switch (reminder.is) {
    case 'nothing-runs': {
      const values = {
        now: formatTimeOfDay(now, zone),
        since: reminder.since === null ? '' : formatTimeOfDay(reminder.since, zone),
      }
      const known = reminder.since !== null
      return {
        title: t('reminder.nothingRuns'),
        text: t(known ? 'reminder.nothingRunsSince' : 'reminder.nothingToday', values),
        act: t(known ? 'reminder.startFrom' : 'reminder.startNow', values),
        leave: t('reminder.notNow'),
      }
    }
    case 'running-long':
      return {
        title: t('reminder.runningLong', { length: formatLength(reminder.minutes) }),
        text: t('reminder.runningLongText', { work, start: formatTimeOfDay(startedAt, zone) }),
        act: t('reminder.stop'),
        leave: t('reminder.goOn'),
      }
    case 'target-reached':
      return {
        title: t('reminder.targetReached'),
        text: t('reminder.targetText', { length: formatLength(reminder.minutes) }),
        act: undefined,
        leave: t('reminder.good'),
      }
  }
}
