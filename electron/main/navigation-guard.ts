import { shell, type Session, type WebContents } from 'electron'
import { isOurPage } from './app-protocol.ts'

/** Blocks navigation, new windows and embedding: contents stay on the app's own page. */
export function guardNavigation(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    // HTTPS links open in the system's browser; other schemes might start other programs.
    if (URL.parse(url)?.protocol === 'https:') void shell.openExternal(url)
    return { action: 'deny' }
  })
}

/**
 * Denies pages camera, location, devices and every other permission. Our own may write to the
 * clipboard, which Chromium allows only during a user gesture.
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
