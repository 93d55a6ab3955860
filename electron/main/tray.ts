import { setTimeout as wait } from 'node:timers/promises'
import { Menu, Tray, type MenuItemConstructorOptions } from 'electron'
import { elapsed } from '#shared/rules/elapsed.ts'
import type { CoreView } from './core-view.ts'
import { hasPanel } from './session-bus.ts'
import { trayIcon } from './tray-icon.ts'
import { runningFor, trayItems, trayText, type TrayAct } from './tray-menu.ts'

export interface AppTray {
  /** Resolves when it is known whether there is an icon, which a panel may take a while to say. */
  settled: Promise<void>
  /** Whether an icon was made that is seen. */
  isShown(): boolean
  /** The same, asked anew: a panel may go, and its icons with it. */
  stillShown(): Promise<boolean>
  close(): void
}

const minute = 60_000

/**
 * The timer in the system's tray.
 *
 * Linux asks once whether a panel takes the icon, when it is made, and takes no second icon of a
 * program. At login this program may be there before the panel is, so the icon waits for one.
 *
 * @param patience milliseconds that a panel may take
 */
export function openTray(options: {
  view: CoreView
  /** Epoch milliseconds. */
  now(): number
  run(act: TrayAct): void
  /** There is an icon now. */
  shown(): void
  patience?: number
}): AppTray {
  const { view, now, run, patience = 30_000 } = options
  const closing = new AbortController()
  let tray: Tray | undefined
  let text = ''
  let isRunning: boolean | undefined
  let ticking: NodeJS.Timeout | undefined

  const show = () => {
    if (tray === undefined) return
    const seen = view.seen()
    const { timer } = seen
    const words = view.words()
    const items = trayItems(seen, now(), words)
    if (timer.running !== isRunning) {
      isRunning = timer.running
      tray.setImage(trayIcon(isRunning))
    }
    tray.setToolTip(`Stint: ${trayText(seen, now(), words)}`)
    // Only macOS has text beside the icon.
    if (process.platform === 'darwin') {
      const title = timer.running ? runningFor(timer, now()) : ''
      tray.setTitle(title, { fontType: 'monospacedDigit' })
    }
    // A menu that is open would close when it is replaced by the same one.
    const next = JSON.stringify(items)
    if (next !== text) {
      text = next
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

  const open = async () => {
    for (let waited = 0; !(await isTaken()); waited += 1_000) {
      if (waited >= patience) return
      await wait(1_000, undefined, { signal: closing.signal })
    }
    if (closing.signal.aborted) return
    try {
      tray = new Tray(trayIcon(false))
    } catch {
      // The desktop refuses an icon: nothing may count on it being there.
      return
    }
    // On macOS the menu opens by the same click.
    if (process.platform !== 'darwin') tray.on('click', () => run({ does: 'open' }))
    show()
    options.shown()
  }
  view.onChange(show)

  return {
    settled: open().catch(() => undefined),
    isShown: () => tray !== undefined,
    stillShown: async () => tray !== undefined && (await isTaken()),
    close() {
      closing.abort()
      clearTimeout(ticking)
      tray?.destroy()
      tray = undefined
    },
  }
}

/** Whether somebody shows icons. */
const isTaken = async (): Promise<boolean> => process.platform !== 'linux' || hasPanel()
