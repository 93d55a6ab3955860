/**
 * By what systems know this program. The packages, the desktop's files and package.json say the
 * same (test/package/identity.test.ts): a value that changes after a release is another program to
 * the system, without the pins, permissions, secrets and start at login of the first.
 */

/** In reverse domain order: macOS's bundle, Windows's taskbar and notifications, Linux's desktops. */
export const appId = 'app.stint.Stint'

/** The class of notifications on Windows: without one, Electron takes another at each start. */
export const toastClass = '{7A0C5C5E-4A3B-4B1E-9C52-2F2D1B7E51A4}'
