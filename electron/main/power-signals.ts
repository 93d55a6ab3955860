import { app, BaseWindow, powerMonitor } from 'electron'
import type { SystemSignal } from '#shared/ipc/desktop.ts'
import type { CoreView } from './core-view.ts'
import { senseByBus, type BusSenses } from './session-bus.ts'

/** Milliseconds between checks of the person's last input while a timer runs. */
const idleInterval = 10_000

/** What this system reports about itself. */
export interface PowerCapabilities {
  known(): { idle: boolean; lock: boolean; userSwitch: boolean }
  /** Null: not reported, or reported by events. */
  look(): Promise<{ idleSeconds: number | null; isLocked: boolean | null }>
}

/**
 * Creates the power signals of this system. Electron reports idle time on every system but Wayland,
 * and the screen lock only on macOS and Windows; for the rest D-Bus is asked, where the desktop
 * answers. Only macOS reports that another user takes over; elsewhere the lock comes with it.
 */
export function powerCapabilities(
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
  bus: BusSenses = senseByBus(),
): PowerCapabilities {
  const byElectron = () => powerMonitor.getSystemIdleTime()
  if (platform !== 'linux') {
    return {
      known: () => ({ idle: true, lock: true, userSwitch: platform === 'darwin' }),
      look: () => Promise.resolve({ idleSeconds: byElectron(), isLocked: null }),
    }
  }
  const isWayland = env['XDG_SESSION_TYPE'] === 'wayland'
  return {
    known: () => {
      const { idle, lock } = bus.known()
      return { idle: !isWayland || idle, lock, userSwitch: false }
    },
    async look() {
      const told = await bus.look()
      return isWayland ? told : { ...told, idleSeconds: byElectron() }
    },
  }
}

/**
 * Passes on what the system reports.
 *
 * @param leave ends the program when the system shuts down, after the signal was sent
 * @param changed called when more signals turn out to be available
 */
export function forwardPowerSignals(options: {
  view: CoreView
  senses: PowerCapabilities
  notice(signal: SystemSignal): Promise<void>
  leave(): void
  changed(): void
}): { close(): void } {
  const { view, notice, leave, changed } = options
  const tell = (is: Exclude<SystemSignal['is'], 'input'>) => () => void notice({ is })
  powerMonitor.on('suspend', tell('suspend'))
  powerMonitor.on('resume', tell('resume'))
  powerMonitor.on('lock-screen', tell('lock'))
  powerMonitor.on('unlock-screen', tell('unlock'))
  powerMonitor.on('user-did-resign-active', tell('user-left'))
  powerMonitor.on('user-did-become-active', tell('user-back'))

  // Delays the shutdown until the program has ended.
  const hold = (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    leave()
  }
  powerMonitor.on('shutdown', hold)
  app.on('browser-window-created', (_event, window) => window.on('query-session-end', hold))
  // Windows notifies only windows, and the program may have only its tray icon.
  if (process.platform === 'win32') new BaseWindow({ show: false }).on('query-session-end', hold)

  let wasLocked = false
  let looking: NodeJS.Timeout | undefined
  let isClosed = false
  const look = async () => {
    const before = JSON.stringify(options.senses.known())
    const { idleSeconds, isLocked } = await options.senses.look()
    if (JSON.stringify(options.senses.known()) !== before) changed()
    if (isLocked !== null && isLocked !== wasLocked) {
      wasLocked = isLocked
      await notice({ is: isLocked ? 'lock' : 'unlock' })
    }
    if (idleSeconds !== null) await notice({ is: 'input', idleSeconds })
    follow()
  }
  const follow = () => {
    // Also without a timer, until the screen is unlocked: the core learns it in no other way.
    const wanted = !isClosed && (view.snapshot().timer.running || wasLocked)
    if (wanted === (looking !== undefined)) return
    clearInterval(looking)
    looking = wanted ? setInterval(() => void look(), idleInterval) : undefined
    if (wanted) void look()
  }
  view.onChange(follow)
  void look()
  return {
    close() {
      isClosed = true
      follow()
    },
  }
}
