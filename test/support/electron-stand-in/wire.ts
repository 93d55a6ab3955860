/** The two ways into the program: requests for its protocol, and calls of its pages. */
import type * as Electron from 'electron'
import type { InvokeEvent } from './page-window.ts'
import { record } from './platform.ts'

type Handler = (event: InvokeEvent, ...args: unknown[]) => unknown
type Serve = Parameters<Electron.Protocol['handle']>[1]

const handlers = new Map<string, Handler>()
const schemes = new Map<string, Serve>()

export const serveScheme: Electron.Protocol['handle'] = (scheme, handler) =>
  void schemes.set(scheme, handler)

export async function serve(request: Request): Promise<Response> {
  const handler = schemes.get(new URL(request.url).protocol.slice(0, -1))
  return handler ? handler(request) : new Response(null, { status: 404 })
}

export async function invoke(
  event: InvokeEvent,
  channel: string,
  args: unknown[],
): Promise<unknown> {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return handler(event, ...args)
}

export const ipcMain = {
  handle: (channel, handler) => void handlers.set(channel, handler as unknown as Handler),
} satisfies Pick<typeof Electron.ipcMain, 'handle'>

export const protocol = {
  registerSchemesAsPrivileged: (schemes) => record('registerSchemesAsPrivileged', schemes),
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged'>
