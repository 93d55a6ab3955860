/**
 * Looks for newer versions in a feed of static files (electron-updater's generic provider), reports
 * them, and installs them where this package can be updated, only when the person asks for it.
 */
import type { RequestOptions } from 'node:http'
import { HttpExecutor, type UpdateInfo } from 'builder-util-runtime'
import { AppUpdater } from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { UpdateState } from '#shared/ipc/desktop.ts'
import type { Clock, Http, Log, Updates } from '../ports.ts'

const interval = 6 * 60 * 60_000

/**
 * Checks every six hours while the setting is on. Offline, or when the feed cannot be read, the
 * failure is only logged.
 *
 * @param canInstall false where a package manager installs versions: a newer one is only reported
 * @param page where the person can download it
 * @param mayInstall refuses while a question is open or the program is about to end
 * @param install ends the program in order and hands over to the downloaded version
 */
export function followUpdates(options: {
  updater: AppUpdater
  canInstall: boolean
  page: string
  clock: Pick<Clock, 'sleep'>
  log: Log
  mayInstall?(): Result<null>
  install?(): void
  /** Called once for each newer version. */
  onNewer?(state: UpdateState & { is: 'newer' }): void
}): Updates & { close(): void } {
  const { updater, canInstall, page, clock, log } = options
  const listeners = new Set<() => void>()
  let state: UpdateState = { is: 'unknown' }
  let looking: AbortController | undefined

  const become = (next: UpdateState) => {
    const before = state
    state = next
    for (const listener of listeners) listener()
    if (next.is === 'newer' && next.how !== 'fetching' && !isSameNews(before, next))
      options.onNewer?.(next)
  }
  const newer = (info: UpdateInfo, how: 'fetching' | 'restart' | 'by-hand') =>
    become({ is: 'newer', version: info.version, notes: notesOf(info), how, page })

  updater.logger = null
  updater.autoDownload = canInstall
  // Not in the middle of work, nor while the system shuts down.
  updater.autoInstallOnAppQuit = false
  updater.disableWebInstaller = true
  updater.allowPrerelease = false
  // The id for staged rollouts is compared here and is not disclosed.
  updater.requestHeaders = { 'x-user-staging-id': '' }
  // `checkForUpdates` rejects with it, too.
  updater.on('error', () => undefined)
  updater.on('update-not-available', () => become({ is: 'newest' }))
  updater.on('update-available', (info) => newer(info, canInstall ? 'fetching' : 'by-hand'))
  updater.on('update-downloaded', (info) => newer(info, 'restart'))

  async function look(): Promise<UpdateState> {
    // A version that was downloaded is not downloaded again.
    if (state.is === 'newer' && state.how === 'restart') return state
    try {
      const found = await updater.checkForUpdates()
      await found?.downloadPromise
    } catch (reason) {
      const { code, message } = reason as NodeJS.ErrnoException
      log.info('couldn’t check for a newer version', { code: code ?? 'none', reason: message })
      if (state.is === 'newer' && state.how === 'fetching') become({ is: 'unknown' })
    }
    return state
  }

  async function repeat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await look()
      await clock.sleep(interval, signal)
    }
  }

  const end = () => {
    looking?.abort()
    looking = undefined
  }
  return {
    state: () => state,
    apply(isOn) {
      if (!isOn) end()
      else if (looking === undefined) {
        looking = new AbortController()
        void repeat(looking.signal)
      }
    },
    look,
    install() {
      if (state.is !== 'newer' || state.how !== 'restart')
        return fail('conflict', 'No newer version is ready to be installed')
      const may = options.mayInstall?.() ?? ok(null)
      if (may.ok) options.install?.()
      return may
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: end,
  }
}

const isSameNews = (before: UpdateState, now: UpdateState & { is: 'newer' }): boolean =>
  before.is === 'newer' && before.version === now.version && before.how === now.how

const longest = 4_000

/** Returns the release notes as plain text: what a feed contains is displayed, never executed. */
function notesOf({ releaseNotes }: UpdateInfo): string | null {
  const texts = Array.isArray(releaseNotes)
    ? releaseNotes.map(({ note }) => note ?? '')
    : [releaseNotes ?? '']
  const text = texts.join('\n\n').trim()
  return text === '' ? null : text.slice(0, longest)
}

/**
 * Creates an updater that only checks, for packages that others distribute: it reads the feed with
 * the core's own HTTP, proxies included, and downloads nothing.
 *
 * @param home where it stores the id for staged rollouts
 */
export function lookingUpdater(options: {
  url: string
  version: string
  home: string
  http: Http
}): AppUpdater {
  const { url, version, home, http } = options
  const updater = new Looking({
    version,
    name: 'stint',
    isPackaged: true,
    appUpdateConfigPath: '',
    userDataPath: home,
    baseCachePath: home,
    whenReady: () => Promise.resolve(),
    relaunch() {},
    quit() {},
    onQuit() {},
  })
  // Declared as Electron's, and empty when another app is passed. The feed's provider takes the
  // executor when the feed is set.
  Object.assign(updater, { httpExecutor: new OverPort(http) })
  updater.setFeedURL({ provider: 'generic', url })
  return updater
}

class Looking extends AppUpdater {
  // Only a subclass may be instantiated.
  constructor(app: AppAdapter) {
    super(null, app)
  }
  protected override doDownloadUpdate(): Promise<never> {
    return Promise.reject(new Error('This package is updated by another program'))
  }
  override quitAndInstall(): void {}
}

class OverPort extends HttpExecutor<never> {
  private readonly http: Http
  constructor(http: Http) {
    super()
    this.http = http
  }
  override async request(options: RequestOptions): Promise<string | null> {
    const { protocol, hostname, port, path, headers } = options
    const url = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`
    const plain = Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const answer = await this.http({ method: 'GET', url, headers: plain, timeout: 30_000 })
    if (answer.is !== 'answer') throw new Error(answer.why)
    if (answer.status !== 200) throw new Error(`The feed responded with ${answer.status}`)
    return answer.body
  }
  override createRequest(): never {
    throw new Error('The program doesn’t download here')
  }
}
