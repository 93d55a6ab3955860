import { setTimeout as wait } from 'node:timers/promises'
import { Menu, Tray, type MenuItemConstructorOptions } from 'electron'
import { elapsedMilliseconds } from '#shared/rules/elapsed.ts'
import type { CoreView } from './core-view.ts'
import { hasOwnIcon, hasPanel } from './session-bus.ts'
import { trayIcon } from './tray-icon.ts'
import { formatRunningTime, trayItems, trayText, type TrayAction } from './tray-menu.ts'

export interface AppTray {
  /**
   * Resolves when it is known whether there is an icon, which may take as long as a panel needs to
   * start.
   */
  settled: Promise<void>
  /** Returns whether a panel has accepted the icon. */
  isShown(): boolean
  /** The same, checked again: a panel may disappear, and its icons with it. */
  stillShown(): Promise<boolean>
  close(): void
}

const minute = 60_000

/**
 * Shows the timer in the system's tray.
 *
 * Linux looks for a panel only once, when the icon is created, and accepts no second icon of a
 * program. At login this program may start before the panel, so the icon waits for one. The panel
 * may refuse the icon, and Electron doesn't say so.
 *
 * @param patience milliseconds to wait for a panel, and then for it to accept the icon
 */
export function openTray(options: {
  view: CoreView
  /** Epoch milliseconds. */
  now(): number
  run(act: TrayAction): void
  /** Called when the icon is visible. */
  shown(): void
  patience?: number
}): AppTray {
  const { view, now, run, patience = 30_000 } = options
  const closing = new AbortController()
  let tray: Tray | undefined
  let isVisible = false
  let text = ''
  let isRunning: boolean | undefined
  let ticking: NodeJS.Timeout | undefined

  const show = () => {
    if (tray === undefined) return
    const seen = view.snapshot()
    const { timer } = seen
    const words = view.messages()
    const items = trayItems(seen, now(), words)
    if (timer.running !== isRunning) {
      isRunning = timer.running
      tray.setImage(trayIcon(isRunning))
    }
    tray.setToolTip(`Stint: ${trayText(seen, now(), words)}`)
    // Only macOS has text beside the icon.
    if (process.platform === 'darwin') {
      const title = timer.running ? formatRunningTime(timer, now()) : ''
      tray.setTitle(title, { fontType: 'monospacedDigit' })
    }
    // Replacing the menu would close it while it is open, so an equal one is kept.
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
    // Once a minute, at the full minute: waking the computer more often costs power.
    if (timer.running)
      ticking = setTimeout(show, minute - (elapsedMilliseconds(timer, now()) % minute))
  }

  /** Asks less and less often; returns false when the patience has ended. */
  const becomes = async (isTrue: () => Promise<boolean>) => {
    let pause = 100
    for (let waited = 0; !(await isTrue()); waited += pause) {
      if (waited >= patience) return false
      pause = Math.min(2 * pause, 1_000)
      await wait(pause, undefined, { signal: closing.signal })
    }
    return !closing.signal.aborted
  }
  const open = async () => {
    if (!(await becomes(panelIsThere))) return
    try {
      tray = new Tray(trayIcon(false))
    } catch {
      // The desktop refuses an icon: the program must not rely on one.
      return
    }
    // On macOS the same click opens the menu.
    if (process.platform !== 'darwin') tray.on('click', () => run({ does: 'open' }))
    show()
    isVisible = await becomes(iconIsThere)
    if (isVisible) options.shown()
  }
  view.onChange(show)

  return {
    settled: open().catch(() => undefined),
    isShown: () => isVisible,
    stillShown: async () => tray !== undefined && (await panelIsThere()) && (await iconIsThere()),
    close() {
      closing.abort()
      clearTimeout(ticking)
      tray?.destroy()
      tray = undefined
      isVisible = false
    },
  }
}

// Every other system has one panel, which accepts every icon.
const panelIsThere = async (): Promise<boolean> => process.platform !== 'linux' || hasPanel()
const iconIsThere = async (): Promise<boolean> => process.platform !== 'linux' || hasOwnIcon()
