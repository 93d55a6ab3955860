import { app, dialog, type BrowserWindow } from 'electron'
import type { Clock, Log } from '#core/ports.ts'
import type { DesktopMessages } from './messages/index.ts'

const span = 60_000
const triesInSpan = 3

/**
 * Reloads a window's page when its process ended unexpectedly; nothing is lost, since the core runs
 * in another process. After three times within a minute it asks the person.
 */
export function reloadCrashedPage(
  window: BrowserWindow,
  { log, clock, words }: { log: Log; clock: Clock; words: () => DesktopMessages },
): void {
  let ends: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log.warn('a window’s process has ended', { reason, exitCode })
    const now = clock.monotonic()
    ends = [...ends.filter((end) => now - end < span), now]
    if (ends.length <= triesInSpan) window.webContents.reload()
    else void askAgain(window, words().revive, () => (ends = []))
  })

  let asking: AbortController | null = null
  window.on('unresponsive', () => {
    if (asking) return
    asking = new AbortController()
    void askToWait(window, words().revive, asking.signal).finally(() => (asking = null))
  })
  window.on('responsive', () => asking?.abort())
}

type Words = DesktopMessages['revive']

async function askAgain(
  window: BrowserWindow,
  { closing, closingText, open, quit }: Words,
  forget: () => void,
): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: closing,
    detail: closingText,
    buttons: [open, quit],
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

async function askToWait(
  window: BrowserWindow,
  { silent, silentText, wait, load }: Words,
  signal: AbortSignal,
): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: silent,
    detail: silentText,
    buttons: [wait, load],
    defaultId: 0,
    cancelId: 0,
    signal,
  })
  if (response === 1 && !window.isDestroyed()) {
    window.webContents.forcefullyCrashRenderer()
  }
}
