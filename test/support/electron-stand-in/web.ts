/** What pages meet: protocols, permissions, calls, and the world outside. */
import type * as Electron from 'electron'
import { windows } from './browser-window.ts'
import type { Contents } from './page-window.ts'
import { invoke, serve, serveScheme } from './wire.ts'

const openedOutside: string[] = []
let permissionRequests: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null
let permissionChecks: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = null
let devices: Parameters<Electron.Session['setDevicePermissionHandler']>[0] = null

export const session = {
  defaultSession: {
    protocol: {
      handle: serveScheme,
    } satisfies Pick<Electron.Protocol, 'handle'>,
    setPermissionRequestHandler(handler) {
      permissionRequests = handler
    },
    setPermissionCheckHandler(handler) {
      permissionChecks = handler
    },
    setDevicePermissionHandler(handler) {
      devices = handler
    },
    resolveProxy: () => Promise.resolve('DIRECT'),
  } satisfies Pick<
    Electron.Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'resolveProxy'
  > & { protocol: unknown },
}

export const shell = {
  openExternal(url) {
    openedOutside.push(url)
    return Promise.resolve()
  },
  openPath(path) {
    openedOutside.push(path)
    return Promise.resolve('')
  },
} satisfies Pick<typeof Electron.shell, 'openExternal' | 'openPath'>

const asked = (name: string) =>
  new Promise<boolean>((resolve) => {
    if (!permissionRequests) resolve(true)
    else permissionRequests({} as Electron.WebContents, name as never, resolve, {} as never)
  })

export const webOperations = {
  /** A call as if from this frame: null for one that has gone, a foreign window where wanted. */
  invoke: (input: {
    url: string | null
    isMainFrame: boolean
    /** The path of our window whose contents call; unless given, no window of ours. */
    of?: string
    channel: string
    args: unknown[]
  }): Promise<unknown> => {
    const { url, isMainFrame, of, channel, args } = input
    const own = of === undefined ? undefined : windows.find(({ path }) => path === of)
    const sender = own?.webContents ?? ({ mainFrame: { url: '' } } as Contents)
    if (url === null) return invoke({ sender, senderFrame: null }, channel, args)
    if (!isMainFrame) return invoke({ sender, senderFrame: { url } }, channel, args)
    const stood = sender.mainFrame.url
    sender.mainFrame.url = url
    return invoke({ sender, senderFrame: sender.mainFrame }, channel, args).finally(() => {
      sender.mainFrame.url = stood
    })
  },
  request: async (url: string) => {
    const response = await serve(new Request(url))
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  },
  /** Whether a page would get it, asked in each of the three ways. */
  permission: async (name: string): Promise<boolean[]> => [
    await asked(name),
    permissionChecks?.(null, name as never, 'app://stint', {} as never) ?? true,
    devices?.({ deviceType: name, origin: 'app://stint', device: {} } as never) ?? true,
  ],
  openedOutside: (): string[] => openedOutside,
}
