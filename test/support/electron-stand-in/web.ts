/** What pages use: protocols, permissions, calls, and the outside world. */
import type * as Electron from 'electron'
import { windows } from './browser-window.ts'
import { fromPartition } from './net.ts'
import type { Contents } from './page-window.ts'
import { permission, permissionSetters } from './permissions.ts'
import { invoke, serve, serveScheme } from './wire.ts'

const openedOutside: string[] = []
export const session = {
  defaultSession: {
    protocol: {
      handle: serveScheme,
    } satisfies Pick<Electron.Protocol, 'handle'>,
    ...permissionSetters,
    resolveProxy: () => Promise.resolve(process.env['STAND_IN_PROXY'] ?? 'DIRECT'),
  } satisfies Pick<Electron.Session, 'resolveProxy'> & { protocol: unknown },
  fromPartition,
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

export const webOperations = {
  /** A call as if from this frame: null for one that is gone, a foreign window where wanted. */
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
  permission,
  openedOutside: (): string[] => openedOutside,
}
