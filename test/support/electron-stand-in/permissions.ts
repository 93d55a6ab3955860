/** Permissions: the handlers that the program set, and what its pages get by them. */
import type * as Electron from 'electron'
import type { BrowserContext } from 'playwright-core'

let requests: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null
let checks: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = null
let devices: Parameters<Electron.Session['setDevicePermissionHandler']>[0] = null

export const permissionSetters = {
  setPermissionRequestHandler(handler) {
    requests = handler
  },
  setPermissionCheckHandler(handler) {
    checks = handler
  },
  setDevicePermissionHandler(handler) {
    devices = handler
  },
} satisfies Pick<
  Electron.Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>

const ours = 'app://stint/'

const asked = (name: string, from: string) =>
  new Promise<boolean>((resolve) => {
    if (!requests) resolve(true)
    else {
      const details = { isMainFrame: true, requestingUrl: from }
      requests({} as Electron.WebContents, name as never, resolve, details)
    }
  })

/** Whether a page would get it, asked in each of the three ways; the app's unless `from` is named. */
export const permission = async ({
  name,
  from = ours,
}: {
  name: string
  from?: string
}): Promise<boolean[]> => [
  await asked(name, from),
  checks?.(null, name as never, from, {} as never) ?? true,
  devices?.({ deviceType: name, origin: from, device: {} } as never) ?? true,
]

/** Chromium's permissions that pages of the app use, by Electron's names and by Chromium's. */
const used = { 'clipboard-sanitized-write': 'clipboard-write', 'clipboard-read': 'clipboard-read' }

/** Makes Chromium answer its pages as the program would, for as long as the connection is open. */
export async function applyPermissions(
  context: BrowserContext,
  origin: string,
  partition: string | undefined,
): Promise<void> {
  const session = await context.browser()!.newBrowserCDPSession()
  for (const [name, chromiumName] of Object.entries(used)) {
    const [isGranted, isChecked] = await permission({ name })
    await session.send('Browser.setPermission', {
      permission: { name: chromiumName },
      setting: isGranted && isChecked ? 'granted' : 'denied',
      origin,
      ...(partition !== undefined && { browserContextId: partition }),
    })
  }
}
