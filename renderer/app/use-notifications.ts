/**
 * Shows the timer's questions and reminders as browser notifications while the window is not
 * focused. Only in the browser host; the desktop app shows its own.
 */
import { watch } from 'vue'
import { workOf, wordsOf } from './timer-question-text.ts'
import { useWords } from './messages/index.ts'
import { reminderWords } from './reminder-text.ts'
import { useApp } from './stores/app.ts'
import { useClock } from './stores/clock.ts'
import { useQuestion } from './stores/timer-question.ts'
import { useReminder } from './stores/reminder.ts'
import { useTimer } from './stores/timer.ts'

/** The browser's permission for notifications; `none` where it does not support them. */
export const notificationPermission = (): NotificationPermission | 'none' =>
  typeof Notification === 'undefined' ? 'none' : Notification.permission

export function useNotifications(): void {
  const say = useWords()
  const app = useApp()
  const clock = useClock()
  const timer = useTimer()
  const questions = useQuestion()
  const reminders = useReminder()

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
      const { title, text } = wordsOf(timer.running, questions.asked, clock.read(), say)
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
        work: run ? workOf(run, say) : '',
        startedAt: run?.startedAt ?? now,
      }
      const { title, text } = reminderWords(reminder, about, say)
      notify('reminder', title, text)
    },
  )
}
