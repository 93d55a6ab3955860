import { app, dialog } from 'electron'
import type { Log } from '#core/ports.ts'
import type { SystemSignal } from '#shared/ipc/desktop.ts'
import type { CoreView } from './core-view.ts'

export interface QuitControl {
  /**
   * Ends the program without asking: the system shuts down, or the process received a signal to
   * end.
   */
  quitNow(): void
  /** Ends the program in order without asking, and runs the caller's last step. */
  handOver(last: () => void): void
  /** Returns whether the program is ending, or asks the person whether it may. */
  isUnderWay(): boolean
}

/**
 * Ends the program in order: first the policy for a running timer is asked and committed, then the
 * windows close, then the core; the process exits when all of that is done.
 */
export function handleQuit(options: {
  view: CoreView
  notice(signal: SystemSignal): Promise<void>
  /** Called after the windows have closed. */
  close(): Promise<void>
  log: Log
}): QuitControl {
  const { view, notice, close, log } = options
  let last: () => void = () => quit()
  let state: 'running' | 'deciding' | 'decided' | 'closing' | 'closed' = 'running'

  // A quit that comes from outside of JavaScript (Cmd+Q, the dock, a signal) runs promises within
  // its event, and cancels a quit that is called there when it returns.
  const quit = () => void setImmediate(() => app.quit())
  const decide = async (decision: () => Promise<boolean>) => {
    state = 'deciding'
    const leaves = await decision()
    // The system may have decided while the question was open.
    if (state === 'deciding') state = leaves ? 'decided' : 'running'
    if (leaves) quit()
  }

  app.on('before-quit', (event) => {
    if (state !== 'running' && state !== 'deciding') return
    event.preventDefault()
    if (state === 'running') void decide(() => mayQuit(view, notice))
  })
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void close()
      .catch((reason: unknown) =>
        log.warn('the app didn’t close cleanly', { reason: String(reason) }),
      )
      .finally(() => {
        state = 'closed'
        last()
      })
  })

  const now = () => {
    // Nothing is installed while the system shuts down.
    last = quit
    if (state !== 'running' && state !== 'deciding') return
    void decide(async () => {
      await notice({ is: 'shutdown' })
      return true
    })
  }
  // These listeners are never removed: where Chromium has handlers of its own, a second signal
  // kills, and a terminal and a launcher may send one each. Ctrl+C comes from the person, who may
  // be asked.
  process.on('SIGINT', quit)
  process.on('SIGTERM', now)
  process.on('SIGHUP', now)
  const handOver = (step: () => void) => {
    if (state !== 'running') return
    last = step
    void decide(async () => {
      // A person who restarts has answered for the time without the program.
      await notice({ is: 'quit', answered: true })
      return true
    })
  }
  return { quitNow: now, handOver, isUnderWay: () => state !== 'running' }
}

/** Carries out the policy for quitting; false when the person canceled. */
async function mayQuit(
  view: CoreView,
  notice: (signal: SystemSignal) => Promise<void>,
): Promise<boolean> {
  const { state, timer } = view.snapshot()
  if (timer.running && state?.settings.whenQuit === 'ask') {
    const words = view.messages().leaving
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: words.title,
      detail: words.text,
      buttons: [words.keep, words.stop, words.cancel],
      defaultId: 0,
      cancelId: 2,
    })
    if (response === 2) return false
    if (response === 1) await view.call('timer.stop', {})
    await notice({ is: 'quit', answered: true })
  } else {
    await notice({ is: 'quit' })
  }
  return true
}
