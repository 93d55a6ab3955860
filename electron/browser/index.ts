import { createCore } from '#core/core.ts'
import { openLine } from '#core/node/app-line.ts'
import { launchToken } from '#core/node/launch-token.ts'
import { nodePorts } from '#core/node/node-ports.ts'
import { makePrivateFolder } from '#core/node/private-file.ts'
import { programVersion, rendererFolder } from '#core/node/program-folder.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import { localInterface } from '../local-api/index.ts'
import { startBrowserHost } from './host.ts'
import { takeLock, type Lock } from './instance-lock.ts'
import { hasScreen, openWindow } from './open-window.ts'

export interface BrowserApp {
  /** Opens the app in any browser of this machine. */
  url: string
  /** Whether a window was opened. */
  opened: boolean
  /** Ends the program; null when an earlier launch runs it and this one only opened a window. */
  close: (() => Promise<void>) | null
}

/**
 * Runs the app for a browser of this machine and opens it as an app window, or gives the address
 * where there is no screen, no browser, or none is wanted. Where the app runs already on this
 * data folder, that one opens another window.
 *
 * The program outlives its windows: closing one ends nothing, the timer goes on.
 */
export async function runInBrowser(options: {
  home: string
  /** 0 for any free one. */
  port: number
  /** Whether to open a window at all. */
  open: boolean
}): Promise<Result<BrowserApp>> {
  const { home } = options
  const show = async (url: string) => options.open && hasScreen() && (await openWindow(url, home))

  await makePrivateFolder(home)
  const token = launchToken()
  const outcome = await takeLock(home, token)
  switch (outcome.is) {
    case 'running':
      return ok({ url: outcome.url, opened: await show(outcome.ticketUrl), close: null })
    case 'silent':
      return fail(
        'conflict',
        `Stint runs already on this data folder (process ${outcome.pid}) and does not answer: ` +
          'end it and start again, or name another folder with --home. If that process is ' +
          'another program, remove the file app.lock in the data folder',
      )
    case 'held': {
      const { lock } = outcome
      try {
        const started = await serve({ home, port: options.port, token, lock })
        if (!started.ok) {
          await lock.release()
          return started
        }
        const { ticketUrl, ...app } = started.value
        return ok({ ...app, opened: await show(ticketUrl()) })
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
}: {
  home: string
  port: number
  token: string
  lock: Lock
}): Promise<Result<{ url: string; ticketUrl(): string; close(): Promise<void> }>> {
  const ports = nodePorts({
    home,
    // Loaded only for who tries the demo.
    startService: async (service) => (await import('#service/index.ts')).startService(service),
  })
  const version = programVersion()
  const core = await createCore(
    { ...ports, localApi: localInterface({ home, log: ports.log }) },
    { home, host: 'browser', version, background: true },
  )
  const host = await startBrowserHost({
    core,
    pages: rendererFolder(),
    port,
    token,
    log: ports.log,
  })
  if (!host.ok) {
    await core.close()
    return host
  }
  const line = await openLine({ home, host: 'browser', call: core.call, log: ports.log })
  await lock.announce(host.value.port)
  return ok({
    url: host.value.url,
    ticketUrl: host.value.ticketUrl,
    async close() {
      await host.value.close()
      await line.close(() => core.close())
      await lock.release()
    },
  })
}
