import { createCore } from '#core/core.ts'
import { openControlChannel } from '#core/node/control-channel.ts'
import { requestWindow } from '#core/node/control-client.ts'
import { createLaunchToken } from '#core/node/launch-token.ts'
import { openLog } from '#core/node/log.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import type { Owner } from '#core/node/owner-file.ts'
import { takeOwnerLock, type OwnerLock } from '#core/node/owner-lock.ts'
import { refusedBy, refuseOwned, refuseSilent } from '#core/node/owner-refusals.ts'
import { takeDataFolder } from '#core/private-folder.ts'
import { programFeed, programVersion, rendererFolder } from '#core/node/program-folder.ts'
import type { Clock, Http, Log } from '#core/ports.ts'
import { ok, type Result } from '#shared/errors.ts'
import { createLocalApiPort } from '../local-api/index.ts'
import { appUrl, ticketUrl } from './app-url.ts'
import { startBrowserHost } from './host.ts'
import { openStoredWindows } from './stored-windows.ts'
import { hasScreen, openAppWindow } from './open-app-window.ts'

export type BrowserApp =
  | {
      /** URL that opens the app in any browser on this computer. */
      url: string
      /** The port of the launch before, where another program uses it now. */
      taken: number | undefined
      /** Whether a window was opened. */
      opened: boolean
      /** Ends the program. */
      close: () => Promise<void>
    }
  /** An app is running already, and shows a window; without a URL, one of its own. */
  | { url: string | null; opened: boolean; close: null }

interface Options {
  home: string
  /**
   * 0 for any free port; undefined for the one of the launch before, or any where that is in use.
   */
  port: number | undefined
  /** Whether to open a window at all. */
  open: boolean
  clock: Clock
}

/**
 * Runs the app for a browser on this computer and opens it as an app window, or returns the URL
 * where there is no screen or browser, or no window is wanted. Where the app already runs on this
 * data folder, that launch opens another window, or shows its own.
 *
 * The program outlives its windows: closing them ends nothing, and the timer keeps running.
 */
export async function runInBrowser(options: Options): Promise<Result<BrowserApp>> {
  const { home, clock } = options
  const taken = takeDataFolder(home)
  if (!taken.ok) return taken
  const owning = await takeOwnerLock(home, 'browser', (owner) => meetOwner(owner, options))
  if (owning.is === 'met') return owning.met
  if (owning.is === 'refused') return refuseOwned(owning.owner)
  const { lock } = owning
  try {
    const started = await serve({ home, port: options.port, lock, clock })
    if (!started.ok) {
      lock.release()
      return started
    }
    const { port, issueTicket, ...app } = started.value
    return ok({ ...app, opened: await show(ticketUrl(port, issueTicket()), options) })
  } catch (reason) {
    lock.release()
    throw reason
  }
}

/** Opens a window; returns whether one was opened. */
const show = async (url: string, { home, open }: Options): Promise<boolean> =>
  open && hasScreen() && (await openAppWindow(url, home))

/** Has the app that already runs here show a window; null where none answers. */
async function meetOwner(owner: Owner, options: Options): Promise<Result<BrowserApp> | null> {
  // Neither has an address to print.
  if (owner.host === 'api' || (owner.host === 'electron' && !options.open))
    return refusedBy('browser')(owner)
  const reply = await requestWindow(owner)
  if (reply.is !== 'opened') return reply.is === 'silent' ? refuseSilent(owner) : null
  if (reply.access === null) return ok({ url: null, opened: true, close: null })
  const { port, token, ticket } = reply.access
  return ok({
    url: appUrl(port, token),
    opened: await show(ticketUrl(port, ticket), options),
    close: null,
  })
}

async function serve({
  home,
  port,
  lock,
  clock,
}: {
  home: string
  port: number | undefined
  lock: OwnerLock
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
  const token = createLaunchToken()
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
    openWindow: () => ({ port: host.value.port, token, ticket: issueTicket() }),
    log,
  })
  return ok({
    url: host.value.url,
    taken: host.value.taken,
    port: host.value.port,
    issueTicket,
    async close() {
      updates?.close()
      await host.value.close()
      await line.close(() => core.close())
      lock.release()
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
