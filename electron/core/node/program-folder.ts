import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of this program, where its package.json is: the sources and the bundles lie at
 * different depths below it, and both have to find what was built.
 *
 * @throws when there is none: the program is not installed as it should be
 */
export function programFolder(from: string = import.meta.url): string {
  let folder = dirname(fileURLToPath(from))
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('package.json was not found above the program')
    folder = above
  }
  return folder
}

/** Where the built renderer is. */
export const rendererFolder = (): string => join(programFolder(), 'out', 'renderer')

/** The version of this program. */
export const programVersion = (): string =>
  (JSON.parse(readFileSync(join(programFolder(), 'package.json'), 'utf8')) as { version: string })
    .version

/** Where newer versions of a package are, in `updates` of its package.json. */
export interface Feed {
  /** Of the folder with the files. */
  url: string
  /** Whether what lies there is signed, so that it may be installed without a person's doing. */
  isSigned: boolean
}

/** The feed of this package with the page for people, if it names one that is reached over https. */
export function programFeed(): (Feed & { page: string }) | undefined {
  const text = readFileSync(join(programFolder(), 'package.json'), 'utf8')
  const { updates, homepage } = JSON.parse(text) as { updates?: Feed; homepage: string }
  if (updates === undefined || URL.parse(updates.url)?.protocol !== 'https:') return undefined
  return { ...updates, page: homepage }
}
