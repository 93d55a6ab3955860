import { shell, type Session, type WebContents } from 'electron'

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

/** No page gets a camera, a place, a device or any other permission. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}
