import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the folder of this program, which has its package.json: sources and bundles are at
 * different depths below it, and both have to find the build output.
 *
 * @throws when there is none: the program is not installed properly
 */
export function programFolder(from: string = import.meta.url): string {
  let folder = dirname(fileURLToPath(from))
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('There’s no package.json above the program')
    folder = above
  }
  return folder
}

/** The folder of the built renderer. */
export const rendererFolder = (): string => join(programFolder(), 'out', 'renderer')

/** The version of this program. */
export const programVersion = (): string =>
  // eslint-disable-next-line no-restricted-syntax -- the program's own
  (JSON.parse(readFileSync(join(programFolder(), 'package.json'), 'utf8')) as { version: string })
    .version

/** Where newer versions of a package are published, from `updates` in its package.json. */
export interface UpdateFeed {
  /** The folder with the files. */
  url: string
  /** Whether the files are signed, so that they may be installed automatically. */
  isSigned: boolean
}

/** The feed of this package and its page for people; undefined unless it names one with https. */
export function programFeed(): (UpdateFeed & { page: string }) | undefined {
  const text = readFileSync(join(programFolder(), 'package.json'), 'utf8')
  // eslint-disable-next-line no-restricted-syntax -- the program's own
  const { updates, homepage } = JSON.parse(text) as { updates?: UpdateFeed; homepage: string }
  if (updates === undefined || URL.parse(updates.url)?.protocol !== 'https:') return undefined
  return { ...updates, page: homepage }
}
