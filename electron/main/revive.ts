import { app, dialog, type BrowserWindow } from 'electron'
import type { Log } from '#core/ports.ts'

const span = 60_000
const triesInSpan = 3

/**
 * Loads a window's page again when its process ended by itself; nothing is lost, since the core
 * lives elsewhere. After three times within a minute the person is asked.
 */
export function revive(window: BrowserWindow, log: Log, now: () => number): void {
  let ends: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log.warn('a window’s process is gone', { reason, exitCode })
    ends = [...ends.filter((end) => now() - end < span), now()]
    if (ends.length <= triesInSpan) window.webContents.reload()
    else void askAgain(window, () => (ends = []))
  })

  let asking: AbortController | null = null
  window.on('unresponsive', () => {
    if (asking) return
    asking = new AbortController()
    void askToWait(window, asking.signal).finally(() => (asking = null))
  })
  window.on('responsive', () => asking?.abort())
}

async function askAgain(window: BrowserWindow, forget: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'This window of Stint keeps closing',
    detail:
      'It was opened again three times within a minute. Your time is safe, and the timer goes on.',
    buttons: ['Open it again', 'Quit Stint'],
    defaultId: 0,
    cancelId: 0,
  })
  if (response === 1) {
    app.quit()
    return
  }
  forget()
  if (!window.isDestroyed()) window.webContents.reload()
}

async function askToWait(window: BrowserWindow, signal: AbortSignal): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'This window does not answer',
    detail: 'Loading it again loses what is typed and not saved in it; everything else is safe.',
    buttons: ['Wait', 'Load again'],
    defaultId: 0,
    cancelId: 0,
    signal,
  })
  if (response === 1 && !window.isDestroyed()) {
    window.webContents.forcefullyCrashRenderer()
  }
}
