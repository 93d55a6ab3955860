import { app } from 'electron'
import type { CoreView } from './core-view.ts'
import { clockIcon } from './tray-icon.ts'
import type { Windows } from './windows.ts'
import type { HostWords } from './words/index.ts'

/** On the dock or taskbar: how many questions wait for a decision, else whether a timer runs. */
export function showBadge(view: CoreView, windows: Windows): void {
  let shown = ''
  view.onChange(() => {
    const { sync, timer } = view.seen()
    const inbox = sync?.inbox ?? 0
    const text = inbox > 0 ? String(inbox) : timer.running ? '•' : ''
    if (text === shown) return
    shown = text
    switch (process.platform) {
      case 'darwin':
        app.dock?.setBadge(text)
        return
      case 'win32':
        windows
          .find('main')
          ?.setOverlayIcon(
            text === '' ? null : clockIcon(),
            wordsOf(view.words(), inbox, timer.running),
          )
        return
      default:
        // Docks of Linux show numbers only.
        app.setBadgeCount(inbox)
    }
  })
}

function wordsOf({ badge }: HostWords, inbox: number, running: boolean): string {
  if (inbox > 0) return badge.questions(inbox)
  return running ? badge.timer : ''
}
