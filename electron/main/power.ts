import { app, powerMonitor } from 'electron'
import type { SystemSignal } from '#shared/ipc/desktop.ts'
import type { CoreView } from './core-view.ts'

/** How often the person's last input is looked at while a timer runs. */
const idleInterval = 10_000

/** What this system tells of itself. */
export interface Senses {
  idle: boolean
  lock: boolean
  userSwitch: boolean
}

/**
 * Wayland keeps a program from knowing of input that is not its own; Linux says nothing of its
 * lock, and only macOS says that another user takes over (elsewhere the lock tells it).
 */
export const senses = (
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Senses => ({
  idle: platform !== 'linux' || env['XDG_SESSION_TYPE'] !== 'wayland',
  lock: platform !== 'linux',
  userSwitch: platform === 'darwin',
})

/**
 * Hands on what the system tells.
 *
 * @param leave ends the program when the system shuts down; it has said so before
 */
export function watchPower(options: {
  view: CoreView
  notice(signal: SystemSignal): Promise<void>
  leave(): void
}): { close(): void } {
  const { view, notice, leave } = options
  const tell = (is: Exclude<SystemSignal['is'], 'input'>) => () => void notice({ is })
  powerMonitor.on('suspend', tell('suspend'))
  powerMonitor.on('resume', tell('resume'))
  powerMonitor.on('lock-screen', tell('lock'))
  powerMonitor.on('unlock-screen', tell('unlock'))
  powerMonitor.on('user-did-resign-active', tell('user-left'))
  powerMonitor.on('user-did-become-active', tell('user-back'))

  // The system waits for us: it goes on when the program has ended.
  const hold = (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    leave()
  }
  powerMonitor.on('shutdown', hold)
  app.on('browser-window-created', (_event, window) => window.on('query-session-end', hold))

  let looking: NodeJS.Timeout | undefined
  const look = () => void notice({ is: 'input', idleSeconds: powerMonitor.getSystemIdleTime() })
  view.onChange(() => {
    const wanted = senses().idle && view.seen().timer.running
    if (wanted === (looking !== undefined)) return
    clearInterval(looking)
    looking = wanted ? setInterval(look, idleInterval) : undefined
  })
  return { close: () => clearInterval(looking) }
}
