import { accessSync, constants, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'

/** What the search depends on; tests pass their own. */
export interface BrowserLookupEnvironment {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  /** Whether the path is a file that this user may execute. */
  isExecutable: (path: string) => boolean
}

const onLinux = {
  names: [
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge-stable',
    'microsoft-edge',
    'brave-browser',
  ],
  // Where packages install browsers, although the PATH of a service or a desktop may lack the
  // folder.
  folders: ['/usr/bin', '/usr/local/bin', '/snap/bin', '/var/lib/flatpak/exports/bin'],
}

const onMac = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'Brave Browser.app/Contents/MacOS/Brave Browser',
]

const onWindows = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
]

function candidates({ platform, env }: BrowserLookupEnvironment): string[] {
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
    return onWindows.flatMap((name) =>
      folders.filter((folder) => folder !== undefined).map((folder) => win32.join(folder, name)),
    )
  }
  if (platform === 'darwin') {
    const folders = ['/Applications']
    if (env['HOME'] !== undefined) folders.push(posix.join(env['HOME'], 'Applications'))
    return onMac.flatMap((name) => folders.map((folder) => posix.join(folder, name)))
  }
  const onPath = (env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'))
  const folders = [...new Set([...onPath, ...onLinux.folders])]
  return onLinux.names.flatMap((name) => folders.map((folder) => posix.join(folder, name)))
}

/**
 * Finds the path of a browser of the Chromium family (Chrome, Chromium, Edge, Brave), the ones that
 * can open a URL in an app window; undefined when there is none.
 *
 * `STINT_BROWSER`, where it is set, is the only candidate: a person who names a browser does not
 * want another one.
 */
export function findBrowser(machine: BrowserLookupEnvironment = thisMachine()): string | undefined {
  const named = machine.env['STINT_BROWSER']
  const paths = named === undefined || named === '' ? candidates(machine) : [named]
  return paths.find(machine.isExecutable)
}

function thisMachine(): BrowserLookupEnvironment {
  return { platform: process.platform, env: process.env, isExecutable }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
