import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { makePrivateFolder } from '#core/node/private-file.ts'
import { findBrowser } from './find-browser.ts'

/** Whether there is a screen to open a window on; only Linux machines commonly have none. */
export const hasScreen = (
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean => platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])

/** Arguments that make a browser of the Chromium family show an address as a window of its own. */
export const windowArguments = (url: string, profile: string, isRoot: boolean): string[] => [
  `--app=${url}`,
  // A profile of its own: the app's window lives as long as the app, whatever else is open.
  `--user-data-dir=${profile}`,
  '--no-first-run',
  '--no-default-browser-check',
  // Chromium's sandbox does not run as root.
  ...(isRoot ? ['--no-sandbox'] : []),
]

/**
 * Opens the address in Chrome, Chromium or Edge as an app window. Answers false when there is no
 * such browser or it does not start; the window's later life is not followed.
 */
export async function openWindow(url: string, home: string): Promise<boolean> {
  const browser = findBrowser()
  if (browser === undefined) return false
  const profile = join(home, 'browser')
  await makePrivateFolder(profile)
  const isRoot = process.getuid?.() === 0
  const child = spawn(browser, windowArguments(url, profile, isRoot), {
    detached: true,
    stdio: 'ignore',
  })
  child.unref()
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
}
