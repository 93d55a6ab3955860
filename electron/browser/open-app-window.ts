import { spawn } from 'node:child_process'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createLaunchToken } from '#core/node/launch-token.ts'
import { writePrivateFile } from '#core/node/private-file.ts'
import { makePrivateFolder } from '#core/private-folder.ts'
import { findBrowser } from './find-browser.ts'
import { windowFolder } from './window-folder.ts'

/** Whether there is a screen to open a window on; only Linux systems commonly have none. */
export const hasScreen = (
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean => platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])

/**
 * Returns the arguments with which a browser of the Chromium family opens a URL in an app window.
 */
export const appWindowArguments = (url: string, profile: string, isRoot: boolean): string[] => [
  `--app=${url}`,
  // A separate profile: the app's window lives as long as the app, independent of other windows.
  `--user-data-dir=${profile}`,
  '--no-first-run',
  '--no-default-browser-check',
  // Chromium's sandbox does not run as root.
  ...(isRoot ? ['--no-sandbox'] : []),
]

/**
 * Returns the environment without secrets: a browser passes its environment on to its child
 * processes.
 */
export const withoutSecrets = (
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => name !== 'STINT_TOKEN' && name !== 'PGPASSWORD' && !/^STINT_SERVICE_/.test(name),
    ),
  )

/**
 * Opens the URL in Chrome, Chromium or Edge as an app window. Returns false when there is no such
 * browser, when it does not start, or when there is no folder that it can read; what happens to the
 * window later is not tracked.
 *
 * Every user of the computer can read a browser's arguments, so they only name a page in a private
 * folder, which redirects to the URL.
 */
export async function openAppWindow(url: string, home: string): Promise<boolean> {
  const browser = findBrowser()
  const profile = browser === undefined ? null : windowFolder(browser, home)
  if (browser === undefined || profile === null) return false
  makePrivateFolder(profile)
  const page = await writeOpening(join(profile, 'opening'), url)
  const isRoot = process.getuid?.() === 0
  const child = spawn(browser, appWindowArguments(page, profile, isRoot), {
    detached: true,
    stdio: 'ignore',
    env: withoutSecrets(process.env),
  })
  child.unref()
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
}

/**
 * Writes a page that redirects to the URL once, and returns the page's own URL. The page is the
 * same file each time, since browsers remember a window's size by it; the target is in a separate
 * script, named by the query.
 */
async function writeOpening(folder: string, url: string): Promise<string> {
  makePrivateFolder(folder)
  const name = createLaunchToken()
  const script = join(folder, `${name}.js`)
  // Replaces the history entry, so that going back does not lead here again.
  await writePrivateFile(script, `location.replace(${JSON.stringify(url)})\n`)
  await removeOld(folder, script)
  const page = join(folder, 'stint.html')
  await writePrivateFile(page, openingPage)
  return `${pathToFileURL(page).href}?${name}`
}

const openingPage = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Stint</title>
<script>
  const name = location.search.slice(1)
  if (/^[\\w-]+$/.test(name)) {
    const script = document.createElement('script')
    script.src = name + '.js'
    document.head.append(script)
  }
</script>
`

/** Removes scripts written more than a minute before this one: their tickets have expired. */
async function removeOld(folder: string, script: string): Promise<void> {
  const { mtimeMs: now } = await stat(script)
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.js')) continue
    const path = join(folder, name)
    const written = await stat(path).catch(() => null)
    if (written && now - written.mtimeMs > 60_000) await rm(path, { force: true })
  }
}
