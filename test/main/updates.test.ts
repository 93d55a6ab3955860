/**
 * Newer versions, from a feed on this machine, through electron-updater itself: the updater for
 * Windows with an app of the test around it, up to the last step of its installer.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { configureRequestUrl, HttpExecutor, type DownloadOptions } from 'builder-util-runtime'
import { NsisUpdater } from 'electron-updater'
import { beforeEach, describe, expect, it } from 'vitest'
import { createNodeHttp } from '#core/node/http.ts'
import { followUpdates, lookingUpdater } from '#core/node/updates.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { UpdateState } from '#shared/ipc/desktop.ts'
import { mayInstall } from '../../electron/main/may-install.ts'
import { feedOf } from '../../electron/package/tree.ts'
import { testFolder } from '../support/folder.ts'
import { onAnyDay } from '../support/test-day.ts'
import { until } from '../support/until.ts'

onAnyDay()

const installer = Buffer.from('the installer of 0.2.0')
const page = 'https://stint.example'

/** The files of the feed; a test changes them before the first check. */
let files: Map<string, string | Buffer>
let asked: string[]
/** Header values that would identify the user. */
let traits: Set<string>
let url: string
let home: string

const release = (more = '', content = installer) => {
  const sha512 = createHash('sha512').update(content).digest('base64')
  return `version: 0.2.0
files:
  - url: stint-desktop-0.2.0-win-x64.exe
    sha512: ${sha512}
    size: ${content.length}
path: stint-desktop-0.2.0-win-x64.exe
sha512: ${sha512}
releaseNotes: |
  Faster reports.
  <script>alert(1)</script>
releaseDate: '2026-11-20T08:00:00.000Z'
${more}`
}

beforeEach(async () => {
  home = testFolder()
  asked = []
  traits = new Set()
  files = new Map<string, string | Buffer>([
    ['/latest.yml', release()],
    ['/latest-linux.yml', release()],
    ['/stint-desktop-0.2.0-win-x64.exe', installer],
  ])
  const server = createServer((incoming, response) => {
    const path = (incoming.url ?? '').split('?', 1)[0]!
    asked.push(path)
    const { 'user-agent': agent, 'x-user-staging-id': id, cookie } = incoming.headers
    for (const value of [agent, id, cookie].flat()) if (value) traits.add(value)
    const file = files.get(path)
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

class Direct extends HttpExecutor<never> {
  override createRequest(options: RequestOptions, answered: (response: unknown) => void): never {
    return request(options, answered) as never
  }
  /** As Electron's executor does it. */
  download(from: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const asked = { headers: options.headers ?? {}, redirect: 'manual' }
      configureRequestUrl(from, asked)
      const callback = (error?: Error | null) => (error ? reject(error) : resolve(destination))
      this.doDownload(asked, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

/** The program as electron-updater sees it. */
const programOf = (version: string) => ({
  ...{ version, name: 'stint', isPackaged: true },
  ...{ userDataPath: home, baseCachePath: join(home, 'cache') },
  appUpdateConfigPath: join(home, 'app-update.yml'),
  whenReady: () => Promise.resolve(),
  relaunch() {},
  quit() {},
  onQuit() {},
})

interface Around {
  version?: string
  mayInstall?: () => Result<null>
  signer?: string
}

/** Everything except the installer's last step, which is recorded. */
function updates({ version = '0.1.0', mayInstall, signer }: Around = {}) {
  const installed: string[] = []
  class Tried extends NsisUpdater {
    protected override doInstall() {
      installed.push(readFileSync(this.installerPath!, 'utf8'))
      return true
    }
  }
  writeFileSync(
    join(home, 'app-update.yml'),
    `provider: generic\nurl: ${url}\nupdaterCacheDirName: stint-updater\n` +
      (signer === undefined ? '' : `publisherName: ${signer}\n`),
  )
  const updater = new Tried(null, programOf(version))
  Object.assign(updater, { httpExecutor: new Direct(), _testOnlyOptions: { platform: 'win32' } })
  updater.setFeedURL({ provider: 'generic', url })
  updater.disableDifferentialDownload = true
  // In place of Windows: accepts only files signed by The Stint authors.
  updater.verifyUpdateCodeSignature = (names) =>
    Promise.resolve(names.includes('The Stint authors') ? null : 'signed by somebody else')
  return { ...follow(updater, { canInstall: true, mayInstall }), installed }
}

function follow(
  updater: Parameters<typeof followUpdates>[0]['updater'],
  options: { canInstall: boolean; mayInstall?: (() => Result<null>) | undefined },
) {
  const told: UpdateState[] = []
  const { canInstall, mayInstall } = options
  const sleeps: number[] = []
  const followed = followUpdates({
    ...{ updater, canInstall, page },
    clock: {
      sleep: (milliseconds, signal) => {
        sleeps.push(milliseconds)
        return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()))
      },
    },
    log: { info() {}, warn() {} },
    ...(mayInstall && { mayInstall }),
    install: () => void (updater as NsisUpdater).install(true, true),
    onNewer: (state) => told.push(state),
  })
  return { ...followed, told, sleeps }
}

const looking = (version = '0.1.0') =>
  follow(lookingUpdater({ url, version, home, http: createNodeHttp() }), { canInstall: false })

describe('a package that can replace itself', () => {
  it('updates from the version before to the newest, when the person says so', async () => {
    const tried = updates({ signer: 'The Stint authors' })
    tried.apply(true)
    await until(() => expect(tried.state()).toMatchObject({ how: 'restart' }))
    expect(tried.state()).toEqual({
      ...{ is: 'newer', version: '0.2.0', how: 'restart', page },
      notes: 'Faster reports.\n<script>alert(1)</script>',
    })
    expect(tried.told).toEqual([tried.state()])
    // Not automatically.
    expect(tried.installed).toEqual([])
    expect(tried.install()).toEqual(ok(null))
    expect(tried.installed).toEqual(['the installer of 0.2.0'])
    tried.close()
  })

  it('reports that the newest is up to date', async () => {
    const tried = updates({ version: '0.2.0' })
    expect(await tried.look()).toEqual({ is: 'newest' })
    expect(asked).toEqual(['/latest.yml'])
    expect(tried.install()).toMatchObject({ ok: false, error: { code: 'conflict' } })
  })

  it('does not identify the user to the feed', async () => {
    await updates().look()
    await looking().look()
    expect(asked).toEqual(expect.arrayContaining(['/latest.yml', '/latest-linux.yml']))
    // The name of the library, which is the same for all users.
    expect([...traits]).toEqual(['electron-builder'])
  })

  it('never downgrades', async () => {
    expect(await updates({ version: '1.0.0' }).look()).toEqual({ is: 'newest' })
  })

  it('installs nothing while a question waits for an answer', async () => {
    let isOpen = true
    const tried = updates({
      mayInstall: () => (isOpen ? fail('conflict', 'Answer the timer’s question') : ok(null)),
    })
    await tried.look()
    expect(tried.install()).toMatchObject({ ok: false, error: { code: 'conflict' } })
    expect(tried.installed).toEqual([])
    isOpen = false
    expect(tried.install()).toEqual(ok(null))
    expect(tried.installed).toHaveLength(1)
  })

  it.each([
    ['another file than the feed names', () => files.set('/stint-desktop-0.2.0-win-x64.exe', 'x')],
    ['a file that is not there', () => files.delete('/stint-desktop-0.2.0-win-x64.exe')],
  ])('refuses %s', async (_what, change) => {
    change()
    const tried = updates()
    expect(await tried.look()).toEqual({ is: 'unknown' })
    expect(tried.install()).toMatchObject({ ok: false })
    expect({ installed: tried.installed, told: tried.told }).toEqual({ installed: [], told: [] })
  })

  it('refuses a file with another signer', async () => {
    const tried = updates({ signer: 'Somebody else' })
    expect(await tried.look()).toEqual({ is: 'unknown' })
    expect(tried.install()).toMatchObject({ ok: false })
    expect(tried.installed).toEqual([])
  })

  it('waits until a staged rollout reaches it', async () => {
    files.set('/latest.yml', release('stagingPercentage: 0\n'))
    const tried = updates()
    expect(await tried.look()).toEqual({ is: 'newest' })
    files.set('/latest.yml', release('stagingPercentage: 100\n'))
    expect(await tried.look()).toMatchObject({ is: 'newer', how: 'restart' })
  })

  it('is silent where the feed is unreachable or unreadable, and checks again', async () => {
    const tried = updates()
    for (const text of [undefined, '', '{', 'version: yesterday', '<html>Sign in</html>']) {
      if (text === undefined) files.clear()
      else files.set('/latest.yml', text)
      expect(await tried.look()).toEqual({ is: 'unknown' })
    }
    files.set('/latest.yml', release())
    files.set('/stint-desktop-0.2.0-win-x64.exe', installer)
    expect(await tried.look()).toMatchObject({ is: 'newer', version: '0.2.0' })
  })

  it('checks nothing while the setting is off', async () => {
    const tried = updates({ version: '0.2.0' })
    tried.apply(false)
    expect(asked).toEqual([])
    tried.apply(true)
    tried.apply(true)
    await until(() => expect(tried.sleeps).toEqual([6 * 60 * 60_000]))
    expect(asked).toEqual(['/latest.yml'])
    tried.apply(false)
  })
})

describe('a package that a package manager updates', () => {
  it('reports a newer version, downloads nothing, and cannot install', async () => {
    const tried = looking()
    expect(await tried.look()).toMatchObject({
      is: 'newer',
      version: '0.2.0',
      how: 'by-hand',
      page,
    })
    expect(tried.told).toHaveLength(1)
    await tried.look()
    // Reported once.
    expect(tried.told).toHaveLength(1)
    expect(asked.filter((path) => path.endsWith('.exe'))).toEqual([])
    expect(tried.install()).toMatchObject({ ok: false })
  })

  it('is quiet offline', async () => {
    files.clear()
    expect(await looking().look()).toEqual({ is: 'unknown' })
    expect(await looking('0.2.0').look()).toEqual({ is: 'unknown' })
  })
})

describe('a newer version that a person installs', () => {
  const host = (isUnderWay: boolean, question: object | null) =>
    ({
      leaving: { isUnderWay: () => isUnderWay },
      view: { snapshot: () => ({ timer: { running: true, question } }) },
    }) as unknown as Parameters<typeof mayInstall>[0]

  it('waits for an answer to the timer’s question, and for the end of a shutdown', () => {
    expect(mayInstall(host(false, null))).toEqual(ok(null))
    for (const refused of [host(false, { id: 1 }), host(true, null), null]) {
      expect(mayInstall(refused)).toMatchObject({ ok: false, error: { code: 'conflict' } })
    }
  })
})

describe('the feed of a package', () => {
  it('is the one set when it was built, over https alone; signed where there was a certificate', () => {
    expect(feedOf({})).toBeUndefined()
    const named = { STINT_UPDATES_URL: 'https://stint.example/updates' }
    expect(feedOf(named)).toEqual({ url: 'https://stint.example/updates', isSigned: false })
    expect(feedOf({ ...named, CSC_LINK: 'certificate' })).toMatchObject({ isSigned: true })
    expect(() => feedOf({ STINT_UPDATES_URL: 'http://stint.example' })).toThrow('https://')
  })
})
