/** The texts of a reminder. */
import type { Reminder } from '#shared/ipc/desktop.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { formatLength, formatTimeOfDay } from '../../ui/format.ts'
import { fullWhen } from './change-labels.ts'
import type { Translate } from '../messages/index.ts'

export interface ReminderText {
  title: string
  text: string
  /** Label of the action; undefined for a reminder without one. */
  act: string | undefined
  leave: string
}

interface ReminderFacts {
  /** Epoch milliseconds. */
  now: number
  zone: string
  work: string
  /** The running timer: its start, and its minutes so far. */
  running: { startedAt: number; minutes: number } | undefined
}

export function reminderText(
  reminder: Reminder,
  { now, zone, work, running }: ReminderFacts,
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
        title: t('reminder.runningLong', {
          length: formatLength(running?.minutes ?? reminder.minutes),
        }),
        text: t('reminder.runningLongText', {
          work,
          start: fullWhen(running?.startedAt ?? now, { zone, today: civilAt(now, zone).date }),
        }),
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
