import { createCore } from '#core/core.ts'
import { openControlChannel } from '#core/node/control-channel.ts'
import { createLaunchToken } from '#core/node/launch-token.ts'
import { openLog } from '#core/node/log.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { takeDataFolder } from '#core/private-folder.ts'
import { programFeed, programVersion, rendererFolder } from '#core/node/program-folder.ts'
import type { Clock, Http, Log } from '#core/ports.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import { createLocalApiPort } from '../local-api/index.ts'
import { appUrl, ticketUrl } from './app-url.ts'
import { startBrowserHost } from './host.ts'
import { acquireInstanceLock, type InstanceLock } from './instance-lock.ts'
import { openStoredWindows } from './stored-windows.ts'
import { hasScreen, openAppWindow } from './open-app-window.ts'

export interface BrowserApp {
  /** URL that opens the app in any browser on this computer. */
  url: string
  /** The port of the launch before, where another program uses it now. */
  taken: number | undefined
  /** Whether a window was opened. */
  opened: boolean
  /** Ends the program; null when an earlier launch is running and this one only opened a window. */
  close: (() => Promise<void>) | null
}

/**
 * Runs the app for a browser on this computer and opens it as an app window, or returns the URL
 * where there is no screen or browser, or no window is wanted. Where the app already runs on this
 * data folder, that launch opens another window.
 *
 * The program outlives its windows: closing them ends nothing, and the timer keeps running.
 */
export async function runInBrowser(options: {
  home: string
  /**
   * 0 for any free port; undefined for the one of the launch before, or any where that is in use.
   */
  port: number | undefined
  /** Whether to open a window at all. */
  open: boolean
  clock: Clock
}): Promise<Result<BrowserApp>> {
  const { home, clock } = options
  const show = async (url: string) =>
    options.open && hasScreen() && (await openAppWindow(url, home))

  const taken = takeDataFolder(home)
  if (!taken.ok) return taken
  const token = createLaunchToken()
  const outcome = await acquireInstanceLock(home, token)
  switch (outcome.is) {
    case 'running':
      return ok({
        url: appUrl(outcome.port, outcome.token),
        taken: undefined,
        opened: await show(ticketUrl(outcome.port, outcome.ticket)),
        close: null,
      })
    case 'silent':
      return fail(
        'conflict',
        `Stint is already running on this data folder (process ${outcome.pid}) but isn’t responding. ` +
          'Quit it and start again, or choose another folder with --home. If that process is ' +
          'another program, delete the file app.lock in the data folder',
      )
    case 'held': {
      const { lock } = outcome
      try {
        const started = await serve({ home, port: options.port, token, lock, clock })
        if (!started.ok) {
          await lock.release()
          return started
        }
        const { port, issueTicket, ...app } = started.value
        return ok({ ...app, opened: await show(ticketUrl(port, issueTicket())) })
      } catch (reason) {
        await lock.release()
        throw reason
      }
    }
  }
}

async function serve({
  home,
  port,
  token,
  lock,
  clock,
}: {
  home: string
  port: number | undefined
  token: string
  lock: InstanceLock
  clock: Clock
}): Promise<
  Result<{
    url: string
    taken: number | undefined
    port: number
    issueTicket(): string
    close(): Promise<void>
  }>
> {
  const log = openLog({ home, host: 'browser', env: process.env, clock })
  const ports = createNodePorts({
    home,
    clock,
    log,
    // Loaded only for the demo.
    startService: async (service) => (await import('#service/index.ts')).startService(service),
  })
  const version = programVersion()
  const updates = await openUpdates({ home, version, http: ports.http, clock, log })
  const core = await createCore(
    { ...ports, ...(updates && { updates }), localApi: createLocalApiPort({ home, log, clock }) },
    { home, host: 'browser', version, background: true },
  )
  const host = await startBrowserHost({
    core,
    pages: rendererFolder(),
    port,
    token,
    clock,
    windows: await openStoredWindows(home, clock, log),
    log,
  })
  if (!host.ok) {
    await core.close()
    return host
  }
  const { issueTicket } = host.value
  const line = await openControlChannel({
    home,
    host: 'browser',
    core,
    issueTicket,
    log,
  })
  await lock.announce(host.value.port)
  return ok({
    url: host.value.url,
    taken: host.value.taken,
    port: host.value.port,
    issueTicket,
    async close() {
      updates?.close()
      await host.value.close()
      await line.close(() => core.close())
      await lock.release()
    },
  })
}

/**
 * Reports newer versions where this package names a feed; a package manager or npm installs them.
 */
async function openUpdates(options: {
  home: string
  version: string
  http: Http
  clock: Clock
  log: Log
}) {
  const feed = programFeed()
  if (feed === undefined) return null
  const { followUpdates, lookingUpdater } = await import('#core/node/updates.ts')
  const { url, page } = feed
  const updater = lookingUpdater({ ...options, url })
  return followUpdates({ ...options, updater, page, canInstall: false })
}
