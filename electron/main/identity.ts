/**
 * Identifiers by which operating systems know this program. Packages, desktop files and
 * package.json have the same ones (test/package/identity.test.ts). To the system, a changed
 * identifier is another program, without the pins, permissions, secrets and start at login of the
 * first.
 */

/**
 * In reverse domain order: for macOS's bundle, Windows's taskbar and notifications, Linux's
 * desktops.
 */
export const appId = 'app.stint.Stint'

/** CLSID of notifications on Windows: without one, Electron creates a new one at each start. */
export const toastClass = '{7A0C5C5E-4A3B-4B1E-9C52-2F2D1B7E51A4}'
