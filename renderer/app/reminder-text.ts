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
  say: Translate,
): ReminderText {
  switch (reminder.is) {
    case 'nothing-runs': {
      const values = {
        now: formatTimeOfDay(now, zone),
        since: reminder.since === null ? '' : formatTimeOfDay(reminder.since, zone),
      }
      const known = reminder.since !== null
      return {
        title: say('reminder.nothingRuns'),
        text: say(known ? 'reminder.nothingRunsSince' : 'reminder.nothingToday', values),
        act: say(known ? 'reminder.startFrom' : 'reminder.startNow', values),
        leave: say('reminder.notNow'),
      }
    }
    case 'running-long':
      return {
        title: say('reminder.runningLong', { length: formatLength(reminder.minutes) }),
        text: say('reminder.runningLongText', { work, start: formatTimeOfDay(startedAt, zone) }),
        act: say('reminder.stop'),
        leave: say('reminder.goOn'),
      }
    case 'target-reached':
      return {
        title: say('reminder.targetReached'),
        text: say('reminder.targetText', { length: formatLength(reminder.minutes) }),
        act: undefined,
        leave: say('reminder.good'),
      }
  }
}
