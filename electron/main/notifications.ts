import { Notification } from 'electron'
import type { Core } from '#core/core.ts'
import type { Reminder, TimerQuestion } from '#shared/ipc/desktop.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { writeDuration, writeMinute } from '#shared/rules/duration-text.ts'
import type { CoreView } from './core-view.ts'
import type { Windows } from './windows.ts'

interface Words {
  title: string
  body: string
  /** What each button says and does. */
  actions: { text: string; run(): void }[]
  click(): void
}

/**
 * Asks and reminds where the person looks: as notifications with buttons. A platform without
 * buttons shows the text, and a click opens the mini timer, which asks the same. Nothing is shown
 * where notifications are off; the question stays in tray and windows.
 */
export function notify(core: Core, view: CoreView, windows: Windows): { close(): void } {
  // Kept: one that is collected does not hear its buttons any more.
  const shown = new Set<Notification>()
  let asked: { text: string; notification: Notification | null } | null = null
  /** The mini timer came up to ask, and goes when that is answered. */
  let miniIsOurs = false

  const show = ({ title, body, actions, click }: Words): Notification | null => {
    const { state } = view.seen()
    if (!state?.settings.notifications || !Notification.isSupported()) return null
    const notification = new Notification({
      title,
      body,
      actions: actions.map(({ text }) => ({ type: 'button' as const, text })),
      // An answer is waited for.
      timeoutType: actions.length > 0 ? 'never' : 'default',
    })
    notification.on('action', ({ actionIndex }) => actions[actionIndex]?.run())
    notification.on('click', click)
    notification.on('close', () => shown.delete(notification))
    shown.add(notification)
    notification.show()
    return notification
  }

  const ask = () => {
    const { state, timer } = view.seen()
    if (state === null) return
    const question = timer.running ? timer.question : null
    // Asked when it comes up, and once more when the person is back.
    const text = question ? `${question.id} ${question.to === null}` : ''
    if (text === (asked?.text ?? '')) return
    asked?.notification?.close()
    asked = null
    if (question === null) {
      if (miniIsOurs) windows.close('mini')
      miniIsOurs = false
      return
    }
    const words = questionWords(question, state.zone)
    const answer = (choice: 'keep' | 'discard' | 'stop') => () =>
      void view.ask('timer.answer', { question: question.id, choice })
    asked = {
      text,
      notification: show({
        ...words,
        actions: [
          { text: 'Keep it', run: answer('keep') },
          { text: 'Discard', run: answer('discard') },
          { text: 'Stop then', run: answer('stop') },
        ],
        click: () => windows.open('mini'),
      }),
    }
    if (state.settings.miniWhileAsking && windows.find('mini') === null) {
      miniIsOurs = true
      windows.open('mini')
    }
  }

  const remind = (reminder: Reminder) => {
    const { state } = view.seen()
    if (state === null) return
    const { since, ...words } = reminderWords(reminder, state.zone)
    const start = () =>
      void view.ask('timer.start', since === null || since === undefined ? {} : { at: since })
    const late = { text: 'Not now', run: () => undefined }
    const actions = {
      'nothing-runs': [
        { text: since ? `Start from ${clock(since, state.zone)}` : 'Start', run: start },
        late,
      ],
      'running-long': [{ text: 'Stop', run: () => void view.ask('timer.stop', {}) }, late],
      'target-reached': [],
    }[reminder.is]
    show({ ...words, actions, click: () => windows.open('mini') })
  }

  view.onChange(ask)
  const quiet = core.on((event) => {
    if (event.event === 'reminder') remind(event.reminder)
  })
  return {
    close() {
      quiet()
      for (const notification of [...shown]) notification.close()
    },
  }
}

const clock = (instant: number, zone: string): string => writeMinute(civilAt(instant, zone).minute)

function questionWords({ cause, from, to }: TimerQuestion, zone: string) {
  const begin = clock(from, zone)
  const span =
    to === null
      ? `since ${begin}`
      : `from ${begin} to ${clock(to, zone)} (${writeDuration(Math.round((to - from) / 60_000))})`
  const what = {
    idle: `Nobody touched keyboard or pointer ${span}.`,
    sleep: `This machine slept ${span}.`,
    lock: `The screen was locked ${span}.`,
    switch: `Somebody else used this machine ${span}.`,
    shutdown: `This machine was off ${span}.`,
    restart: `Stint did not run ${span}.`,
    gap: `Nothing was heard of this machine ${span}.`,
  }[cause]
  return { title: 'Does this time count?', body: `${what} The timer goes on until you answer.` }
}

function reminderWords(reminder: Reminder, zone: string) {
  switch (reminder.is) {
    case 'nothing-runs': {
      const { since } = reminder
      const body = since === null ? '' : `The last entry ended at ${clock(since, zone)}.`
      return { title: 'Nothing is running', body, since }
    }
    case 'running-long':
      return {
        title: `The timer has been running for ${writeDuration(reminder.minutes)}`,
        body: 'Is it still the same work?',
      }
    case 'target-reached':
      return {
        title: 'The day’s target is reached',
        body: `${writeDuration(reminder.minutes)} today.`,
      }
  }
}
