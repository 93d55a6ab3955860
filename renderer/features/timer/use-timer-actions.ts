/**
 * Actions shared by the timer bar and the mini timer: start, stop and discard, with their messages.
 */
import { ref, watch } from 'vue'
import { civilAt } from '#shared/rules/calendar.ts'
import { timerValues } from '#shared/rules/concurrent-edits.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useAnnouncerStore } from '../../app/stores/announcer.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { useReminderStore } from '../../app/stores/reminder.ts'
import { useTimerQuestionStore } from '../../app/stores/timer-question.ts'
import { useTimerStore } from '../../app/stores/timer.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useUndo } from '../../app/notices/use-undo.ts'
import type { ParsedWork } from './entry/parse-entry-line.ts'
import { formatLength } from '../../ui/format.ts'

export function useTimerActions() {
  const t = useTranslate()
  const app = useAppStore()
  const clock = useClockStore()
  const timer = useTimerStore()
  const questions = useTimerQuestionStore()
  const reminders = useReminderStore()
  const toasts = useToastStore()
  const live = useAnnouncerStore()
  const attempt = useFailureToast()
  const { wayBack } = useUndo()
  /** True while asking whether to keep a run of less than a minute. */
  const askingShort = ref(false)
  watch(
    () => timer.running?.startedAt,
    () => (askingShort.value = false),
  )

  /**
   * Starts the work of a line: when the line says so, otherwise at `at`, otherwise now.
   * @returns whether it runs
   */
  async function start({ project, task, notes, since }: ParsedWork, at?: number): Promise<boolean> {
    const begun = since ?? at
    const started = await attempt(async () => {
      await timer.start({
        project,
        task,
        ...(notes ? { notes } : {}),
        ...(begun === undefined ? {} : { at: begun }),
      })
      return true
    })
    if (!started) return false
    const work = timer.running?.task?.name ?? t('timer.unnamed')
    live.say(t('timer.started', { work }))
    return true
  }

  /** Sets the work of the running timer from a line, and its start if the line says it. */
  async function describe({ project, task, notes, since }: ParsedWork): Promise<boolean> {
    const { running } = timer
    if (!running) return false
    const set = {
      ...(project === null ? {} : { project }),
      ...(task === null ? {} : { task }),
      ...(notes ? { notes } : {}),
      ...(since === undefined ? {} : { startedAt: since }),
    }
    if (Object.keys(set).length === 0) return true
    return Boolean(
      await attempt(async () => {
        await timer.edit(set, timerValues(running))
        return true
      }),
    )
  }

  /** The start of the run whose stop asked already. */
  let asked: number | undefined
  /**
   * Asks before a stop that may not be meant: of a run of less than a minute, or of one that counts
   * a night, or an absence without a decision. About these it asks once; then the person knows.
   */
  function asksFirst(): boolean {
    const { running } = timer
    if (!running) return false
    if (timer.seconds < 60) return (askingShort.value = true)
    const long = app.state?.settings.remindLongMinutes ?? Infinity
    const isForgotten =
      timer.minutes >= long && civilAt(running.startedAt, app.zone).date < clock.today
    if (asked === running.startedAt || !(isForgotten || questions.asked)) return false
    asked = running.startedAt
    if (questions.asked) questions.ask()
    else reminders.askWhenStopped()
    return true
  }

  /** Stops the timer and keeps the run, however short. */
  async function keep(): Promise<boolean> {
    askingShort.value = false
    const stopped = await attempt(() => timer.stop())
    if (!stopped) return false
    timer.editing = false
    const { entries, change } = stopped
    const minutes = entries.reduce((total, entry) => total + entry.total, 0)
    const { project, task } = entries[0] ?? {}
    toasts.show({
      text: t('timer.logged', { length: formatLength(minutes) }),
      detail: [project?.code, task?.name].filter(Boolean).join(' '),
      action: wayBack(change),
    })
    return true
  }
  async function discard() {
    askingShort.value = false
    if (!timer.running) return
    const { minutes } = timer
    timer.editing = false
    const done = await attempt(async () => ({ change: await timer.discard() }))
    if (!done) return
    toasts.show({
      text: t('timer.discarded'),
      detail: formatLength(minutes),
      action: wayBack(done.change),
    })
  }

  return { askingShort, asksFirst, start, describe, keep, discard }
}
