import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

/** What the folder depends on; tests pass their own. */
interface Surroundings {
  homedir: string
  /** Whether the path is a folder. */
  isFolder: (path: string) => boolean
  /** Returns the first kilobytes of a file; empty where it cannot be read. */
  headOf: (path: string) => string
}

/**
 * Returns the folder for the browser's profile and for the page that opens a window: `browser` in
 * the data folder. A browser from a snap or a flatpak cannot read hidden folders and some others,
 * so it gets a folder in its own data; null where that does not exist yet, as before its first
 * start.
 *
 * @param browser the path of the program, which may be a script that starts a snap or a flatpak
 */
export function windowFolder(
  browser: string,
  home: string,
  { homedir, isFolder, headOf }: Surroundings = thisMachine(),
): string | null {
  const script = headOf(browser)
  const snap = snapOf(browser) ?? snapOf(/\/snap\/bin\/[\w.-]+/.exec(script)?.[0] ?? '')
  const flatpak = /\/flatpak run [^\n]*?\s([A-Za-z][\w-]*(?:\.[\w-]+){2,})/.exec(script)?.[1]
  if (snap === undefined && flatpak === undefined) return join(home, 'browser')
  const own =
    snap === undefined
      ? join(homedir, '.var', 'app', flatpak!, 'data')
      : join(homedir, 'snap', snap, 'common')
  // Two data folders are two apps: each has its own profile.
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  return isFolder(own) ? join(own, `stint-${name}`) : null
}

/** `/snap/bin/chromium` and `/snap/bin/chromium.chromedriver` belong to the snap `chromium`. */
const snapOf = (path: string): string | undefined =>
  path.startsWith('/snap/bin/') ? basename(path).split('.')[0] : undefined

function thisMachine(): Surroundings {
  return { homedir: homedir(), isFolder, headOf }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function headOf(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(4096)
      return bytes.toString('latin1', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
