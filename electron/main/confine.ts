import { shell, type Session, type WebContents } from 'electron'
import { isOurPage } from './app-protocol.ts'

/** Keeps contents on the app's own page: nothing navigates, opens or embeds anything else. */
export function confine(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    // Links lead to the system's browser, and only where no program but that one is started.
    if (URL.parse(url)?.protocol === 'https:') void shell.openExternal(url)
    return { action: 'deny' }
  })
}

/**
 * No page gets a camera, a place, a device or any other permission. Ours may put text on the
 * clipboard, which Chromium allows only while the person presses something.
 */
export function denyPermissions(session: Session): void {
  const mayCopy = (permission: string, from: string | undefined) =>
    permission === 'clipboard-sanitized-write' && isOurPage(from)
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(mayCopy(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => mayCopy(permission, origin))
  session.setDevicePermissionHandler(() => false)
}
