import { app, Notification } from 'electron'
import { programFeed } from '#core/node/program-folder.ts'
import type { Clock, Http, Log, Updates } from '#core/ports.ts'
import type { CoreView } from './core-view.ts'
import type { QuitControl } from './quit.ts'
import { mayInstall } from './may-install.ts'

/**
 * Checks for newer versions of this package; null where it names no feed. On Windows and macOS a
 * signed version is downloaded, and installed when the person agrees. Any other is reported with
 * its download page: on Linux package managers install versions, and unsigned files are never run.
 */
export async function openUpdates(options: {
  home: string
  version: string
  http: Http
  clock: Clock
  log: Log
  /** Set when the core is open. */
  host(): { view: CoreView; leaving: QuitControl; show(path: string): void } | null
}): Promise<(Updates & { close(): void }) | null> {
  const { home, version, http, clock, log, host } = options
  const feed = app.isPackaged ? programFeed() : undefined
  if (feed === undefined) return null
  const { followUpdates, lookingUpdater } = await import('#core/node/updates.ts')
  const canInstall = feed.isSigned && process.platform !== 'linux'
  const updater = canInstall
    ? await systemUpdater()
    : lookingUpdater({ url: feed.url, version, home, http })
  return followUpdates({
    updater,
    canInstall,
    clock,
    log,
    page: feed.page,
    mayInstall: () => mayInstall(host()),
    install: () => host()?.leaving.handOver(() => updater.quitAndInstall(true, true)),
    onNewer(state) {
      const known = host()
      if (!known?.view.snapshot().state?.settings.notifications || !Notification.isSupported())
        return
      const { title, restart, byHand } = known.view.messages().update
      const body = state.how === 'restart' ? restart : byHand
      const notification = new Notification({ title: title(state.version), body })
      notification.on('click', () => known.show('/settings/about'))
      notification.show()
    },
  })
}

/** Creates the system's updater. It verifies what it downloads. */
async function systemUpdater() {
  const { MacUpdater, NsisUpdater } = await import('electron-updater')
  return process.platform === 'darwin' ? new MacUpdater() : new NsisUpdater()
}
