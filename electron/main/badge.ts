import { app, type BrowserWindow } from 'electron'
import type { CoreView } from './core-view.ts'
import { clockIcon } from './tray-icon.ts'
import type { DesktopMessages } from './messages/index.ts'

/**
 * Shows on the dock or taskbar how many questions wait for a decision, else whether a timer runs.
 */
export function showBadge(view: CoreView, windows: () => BrowserWindow[]): void {
  let shown = ''
  const overlay = (window: BrowserWindow) => {
    const { sync, timer } = view.snapshot()
    const icon = shown === '' ? null : clockIcon(true)
    window.setOverlayIcon(icon, wordsOf(view.messages(), sync?.inbox ?? 0, timer.running))
  }
  // On Windows the overlay belongs to the window, and a new window has none.
  if (process.platform === 'win32') {
    app.on('browser-window-created', (_event, window) => window.once('show', () => overlay(window)))
  }
  view.onChange(() => {
    const { sync, timer } = view.snapshot()
    const inbox = sync?.inbox ?? 0
    const text = inbox > 0 ? String(inbox) : timer.running ? '•' : ''
    if (text === shown) return
    shown = text
    switch (process.platform) {
      case 'darwin':
        app.dock?.setBadge(text)
        return
      case 'win32':
        for (const window of windows()) overlay(window)
        return
      default:
        // Docks on Linux show numbers only.
        app.setBadgeCount(inbox)
    }
  })
}

function wordsOf({ badge }: DesktopMessages, inbox: number, running: boolean): string {
  if (inbox > 0) return badge.questions(inbox)
  return running ? badge.timer : ''
}
