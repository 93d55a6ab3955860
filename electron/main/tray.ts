import { Menu, Tray } from 'electron'
import type { Core } from '#core/core.ts'
import type { Result } from '#shared/errors.ts'
import type { TimerStatus } from '#shared/ipc/views.ts'
import { writeDuration } from '#shared/rules/duration-text.ts'
import { trayIcon } from './tray-icon.ts'

const refreshMilliseconds = 15_000

export interface AppTray {
  close(): void
}

/** The timer in the system's tray: how long, on what, and start or stop. */
export function openTray({
  core,
  now,
  open,
  quit,
}: {
  core: Core
  /** Epoch milliseconds. */
  now(): number
  open(): void
  quit(): void
}): AppTray {
  const tray = new Tray(trayIcon())
  let status: TimerStatus = { running: false }

  const show = () => {
    const text = status.running ? `${elapsed(status, now())}  ${workOf(status)}` : 'No timer'
    tray.setToolTip(`Stint: ${text}`)
    // Only macOS has text beside the icon.
    if (process.platform === 'darwin') tray.setTitle(status.running ? elapsed(status, now()) : '')
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: text, enabled: false },
        status.running
          ? { label: 'Stop timer', click: () => void core.call('timer.stop', {}) }
          : { label: 'Start timer', click: () => void core.call('timer.start', {}) },
        { type: 'separator' },
        { label: 'Open Stint', click: open },
        { label: 'Quit', click: quit },
      ]),
    )
  }
  const take = (next: TimerStatus) => {
    status = next
    show()
  }
  const read = async () => {
    const timer = (await core.call('timer.status', undefined)) as Result<TimerStatus>
    take(timer.ok ? timer.value : { running: false })
  }

  tray.on('click', open)
  const quiet = core.on((event) => {
    if (event.event === 'timer') take(event.status)
    else if (event.event === 'app') void read()
  })
  const ticking = setInterval(() => status.running && show(), refreshMilliseconds)
  show()
  void read()

  return {
    close() {
      clearInterval(ticking)
      quiet()
      tray.destroy()
    },
  }
}

type Running = TimerStatus & { running: true }

const elapsed = ({ startedAt }: Running, now: number): string =>
  writeDuration(Math.max(0, Math.floor((now - startedAt) / 60_000)))

const workOf = ({ project, task, notes }: Running): string =>
  [project?.name, task?.name, notes].filter(Boolean).join(' · ') || 'no project yet'
