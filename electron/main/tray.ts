import { Menu, Tray, type MenuItemConstructorOptions } from 'electron'
import { elapsed } from '#shared/rules/elapsed.ts'
import type { CoreView } from './core-view.ts'
import { trayIcon } from './tray-icon.ts'
import { runningFor, trayItems, trayText, type TrayAct } from './tray-menu.ts'

export interface AppTray {
  close(): void
}

const minute = 60_000

/**
 * The timer in the system's tray. Null where the desktop refuses an icon: then nothing may count
 * on it being there.
 */
export function openTray(options: {
  view: CoreView
  /** Epoch milliseconds. */
  now(): number
  run(act: TrayAct): void
}): AppTray | null {
  const { view, now, run } = options
  let tray: Tray
  try {
    tray = new Tray(trayIcon())
  } catch {
    return null
  }
  let shown = ''
  let ticking: NodeJS.Timeout | undefined

  const show = () => {
    const seen = view.seen()
    const { timer } = seen
    const words = view.words()
    const items = trayItems(seen, now(), words)
    tray.setToolTip(`Stint: ${trayText(seen, now(), words)}`)
    // Only macOS has text beside the icon.
    if (process.platform === 'darwin') tray.setTitle(timer.running ? runningFor(timer, now()) : '')
    // A menu that is open would close when it is replaced by the same one.
    const text = JSON.stringify(items)
    if (text !== shown) {
      shown = text
      const template = items.map((item): MenuItemConstructorOptions =>
        item === 'line'
          ? { type: 'separator' }
          : { label: item.label, enabled: item.act.does !== 'nothing', click: () => run(item.act) },
      )
      tray.setContextMenu(Menu.buildFromTemplate(template))
    }
    clearTimeout(ticking)
    // Once a minute, when the minute is full: a clock that wakes the machine more often costs.
    if (timer.running) ticking = setTimeout(show, minute - (elapsed(timer, now()) % minute))
  }

  tray.on('click', () => run({ does: 'open' }))
  view.onChange(show)
  show()

  return {
    close() {
      clearTimeout(ticking)
      tray.destroy()
    },
  }
}
