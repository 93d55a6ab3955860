import { app, dialog } from 'electron'
import type { Log } from '#core/ports.ts'
import type { SystemSignal } from '#shared/ipc/desktop.ts'
import type { CoreView } from './core-view.ts'

export interface Leaving {
  /** Ends the program without asking: the system shuts down, or somebody told the process to end. */
  now(): void
}

/**
 * How the program ends. First what the person wants of a running timer is asked and committed,
 * then the windows close, then the core; the program is gone when all of that is done.
 */
export function leaveInOrder(options: {
  view: CoreView
  notice(signal: SystemSignal): Promise<void>
  /** After the windows. */
  close(): Promise<void>
  log: Log
}): Leaving {
  const { view, notice, close, log } = options
  let state: 'running' | 'deciding' | 'decided' | 'closing' | 'closed' = 'running'

  const decide = async (decision: () => Promise<boolean>) => {
    state = 'deciding'
    const leaves = await decision()
    // While the question stood, the system may have decided.
    if (state === 'deciding') state = leaves ? 'decided' : 'running'
    if (leaves) app.quit()
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
      .catch((reason: unknown) => log.warn('the end was not in order', { reason: String(reason) }))
      .finally(() => {
        state = 'closed'
        app.quit()
      })
  })

  const now = () => {
    if (state !== 'running' && state !== 'deciding') return
    void decide(async () => {
      await notice({ is: 'shutdown' })
      return true
    })
  }
  process.once('SIGTERM', now)
  process.once('SIGHUP', now)
  return { now }
}

/** Carries out the policy for quitting; false when the person took it back. */
async function mayQuit(
  view: CoreView,
  notice: (signal: SystemSignal) => Promise<void>,
): Promise<boolean> {
  const { state, timer } = view.seen()
  if (timer.running && state?.settings.whenQuit === 'ask') {
    const words = view.words().leaving
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: words.title,
      detail: words.text,
      buttons: [words.keep, words.stop, words.cancel],
      defaultId: 0,
      cancelId: 2,
    })
    if (response === 2) return false
    if (response === 1) await view.ask('timer.stop', {})
    await notice({ is: 'quit', answered: true })
  } else {
    await notice({ is: 'quit' })
  }
  return true
}
