/**
 * Shows the timer's questions and reminders as browser notifications while the window is not
 * focused. Only in the browser host; the desktop app shows its own.
 */
import { watch } from 'vue'
import { runLabel, timerQuestionText } from '../labels/timer-question-text.ts'
import { useTranslate } from '../messages/index.ts'
import { reminderText } from '../labels/reminder-text.ts'
import { useAppStore } from '../stores/app.ts'
import { useClockStore } from '../stores/clock.ts'
import { useTimerQuestionStore } from '../stores/timer-question.ts'
import { useReminderStore } from '../stores/reminder.ts'
import { useTimerStore } from '../stores/timer.ts'

/** The browser's permission for notifications; `none` where it does not support them. */
export const notificationPermission = (): NotificationPermission | 'none' =>
  typeof Notification === 'undefined' ? 'none' : Notification.permission

export function useNotifications(): void {
  const t = useTranslate()
  const app = useAppStore()
  const clock = useClockStore()
  const timer = useTimerStore()
  const questions = useTimerQuestionStore()
  const reminders = useReminderStore()

  function notify(tag: string, title: string, body: string) {
    const wanted = app.state?.host === 'browser' && app.state.settings.notifications
    if (!wanted || notificationPermission() !== 'granted' || document.hasFocus()) return
    // Windows of one program share the tag, so that only one notification appears.
    const shown = new Notification(title, { body, tag, icon: './icon.svg' })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
    })
  }

  watch(
    () => questions.asked?.id,
    () => {
      if (!timer.running || !questions.asked) return
      const { title, text } = timerQuestionText(timer.running, questions.asked, clock.read(), t)
      notify('question', title, text)
    },
  )
  watch(
    () => reminders.shown,
    (reminder) => {
      if (!reminder) return
      const run = timer.running
      const now = clock.read()
      const about = {
        now,
        zone: app.zone,
        work: run ? runLabel(run, t) : '',
        running: run && { startedAt: run.startedAt, minutes: timer.minutes },
      }
      const { title, text } = reminderText(reminder, about, t)
      notify('reminder', title, text)
    },
  )
}
