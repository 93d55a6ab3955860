import { Notification } from 'electron'
import type { Core } from '#core/core.ts'
import type { Log } from '#core/ports.ts'
import type { Reminder, TimerQuestion } from '#shared/ipc/desktop.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { formatDurationText, formatMinuteText } from '#shared/rules/duration-text.ts'
import type { CoreView } from './core-view.ts'
import { hasNotifier } from './session-bus.ts'
import type { Windows } from './windows.ts'
import type { DesktopMessages } from './messages/index.ts'

interface Shown {
  title: string
  body: string
  /** Label and action of each button. */
  actions: { text: string; run(): void }[]
  click(): void
  /** Called when the system does not show it. */
  unseen?(): void
}

/**
 * Shows questions and reminders as notifications with buttons. On a platform without buttons the
 * text is shown, and a click opens the mini timer, which asks the same; where the system shows no
 * notifications, the mini timer opens automatically. Nothing is shown where notifications are off
 * in the settings; the question stays in tray and windows.
 */
export function startNotifications(options: {
  core: Core
  view: CoreView
  windows: Windows
  log: Log
}): {
  close(): void
} {
  const { core, view, windows, log } = options
  // Holds references: a notification that is garbage-collected loses its events.
  const shown = new Set<Notification>()
  let asked: { text: string; notification: Notification | null } | null = null
  const reminded = new Map<Reminder['is'], Notification>()
  /** True when the mini timer was opened for a question; it closes when that is answered. */
  let miniIsOurs = false

  const show = ({ title, body, actions, click, unseen }: Shown): Notification | null => {
    const { state } = view.snapshot()
    if (!state?.settings.notifications) return null
    if (!Notification.isSupported()) {
      unseen?.()
      return null
    }
    const notification = new Notification({
      title,
      body,
      actions: actions.map(({ text }) => ({ type: 'button' as const, text })),
      // Stays until it is answered.
      timeoutType: actions.length > 0 ? 'never' : 'default',
    })
    notification.on('action', ({ actionIndex }) => actions[actionIndex]?.run())
    notification.on('click', click)
    notification.on('close', () => shown.delete(notification))
    // macOS shows none of an unsigned program, or when the person has forbidden them.
    notification.on('failed', (_event, reason) => {
      shown.delete(notification)
      log.warn('couldn’t show a notification', { reason })
      unseen?.()
    })
    shown.add(notification)
    notification.show()
    // Electron reports no failure where a Linux desktop has no notification service.
    if (unseen && process.platform === 'linux') {
      void hasNotifier().then((isShown) => !isShown && unseen())
    }
    return notification
  }

  const ask = () => {
    const { state, timer } = view.snapshot()
    if (state === null) return
    const question = timer.running ? timer.question : null
    // Asks when the question comes up, and again when the person is back.
    const text = question ? `${question.id} ${question.to === null}` : ''
    if (text === (asked?.text ?? '')) return
    asked?.notification?.close()
    asked = null
    if (question === null) {
      if (miniIsOurs) windows.close('mini')
      miniIsOurs = false
      return
    }
    const words = view.messages()
    const { keep, discard, stop } = words.question
    const answer = (choice: 'keep' | 'discard' | 'stop') => () =>
      void view.call('timer.answer', { question: question.id, choice })
    const openMini = () => {
      if (asked?.text !== text || windows.find('mini') !== null) return
      miniIsOurs = true
      windows.open('mini')
    }
    asked = { text, notification: null }
    asked.notification = show({
      ...questionWords(question, state.zone, words),
      actions: [
        { text: keep, run: answer('keep') },
        { text: discard, run: answer('discard') },
        { text: stop, run: answer('stop') },
      ],
      click: () => windows.open('mini'),
      unseen: openMini,
    })
    if (state.settings.miniWhileAsking) openMini()
  }

  const remind = (reminder: Reminder) => {
    const { state } = view.snapshot()
    if (state === null) return
    const words = view.messages().reminder
    const { since, ...said } = reminderWords(reminder, state.zone, words)
    const start = () =>
      void view.call('timer.start', since === null || since === undefined ? {} : { at: since })
    const late = {
      text: words.notNow,
      run: () => void view.call('timer.dismissReminder', { reminder: reminder.is }),
    }
    const actions = {
      'nothing-runs': [
        { text: since ? words.startFrom(clock(since, state.zone)) : words.start, run: start },
        late,
      ],
      'running-long': [{ text: words.stop, run: () => void view.call('timer.stop', {}) }, late],
      'target-reached': [],
    }[reminder.is]
    reminded.get(reminder.is)?.close()
    const notification = show({ ...said, actions, click: () => windows.open('mini') })
    if (notification) reminded.set(reminder.is, notification)
  }

  // Windows: a notification of an earlier launch was clicked, for which no handler exists any more.
  if (process.platform === 'win32') {
    Notification.handleActivation(() => {
      if (shown.size === 0) windows.open('main')
    })
  }
  view.onChange(ask)
  const quiet = core.on((event) => {
    if (event.event === 'reminder') remind(event.reminder)
    if (event.event === 'reminder-dismissed') reminded.get(event.reminder)?.close()
  })
  return {
    close() {
      quiet()
      asked = null
      for (const notification of [...shown]) notification.close()
    },
  }
}

const clock = (instant: number, zone: string): string =>
  formatMinuteText(civilAt(instant, zone).minute)

function questionWords(
  { cause, from, to }: TimerQuestion,
  zone: string,
  { question: words }: DesktopMessages,
) {
  const begin = clock(from, zone)
  const span =
    to === null
      ? words.since(begin)
      : words.span(begin, clock(to, zone), formatDurationText(Math.round((to - from) / 60_000)))
  return { title: words.title, body: words.body(words.cause(cause, span)) }
}

function reminderWords(reminder: Reminder, zone: string, words: DesktopMessages['reminder']) {
  switch (reminder.is) {
    case 'nothing-runs': {
      const { since } = reminder
      const body = since === null ? '' : words.ended(clock(since, zone))
      return { title: words.nothingRuns, body, since }
    }
    case 'running-long':
      return {
        title: words.runningLong(formatDurationText(reminder.minutes)),
        body: words.stillSame,
      }
    case 'target-reached':
      return {
        title: words.target,
        body: words.today(formatDurationText(reminder.minutes)),
      }
  }
}
