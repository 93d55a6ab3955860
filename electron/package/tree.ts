/**
 * Lays out the parts of the program that a package contains: the bundles, their launchers, and what
 * stays outside of a bundle.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** Output folder; ignored by git. */
export const output = join(root, 'out', 'package')
/** Inputs of packages besides the sources. */
export const inputs = join(root, 'electron', 'package')

export interface Manifest {
  name: string
  productName: string
  desktopName: string
  version: string
  description: string
  license: string
  /** `Name <email>`. */
  author: string
  homepage: string
  scripts: Record<string, string>
  engines: { node: string }
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/**
 * Where packages look for newer versions, and whether files there are signed; without it packages
 * do not look.
 */
export const feed: Feed | undefined = feedOf(process.env)

/** The form in which `programFeed` of the core reads it from the package. */
export interface Feed {
  url: string
  isSigned: boolean
}

export function feedOf(env: Readonly<Record<string, string | undefined>>): Feed | undefined {
  const url = env['STINT_UPDATES_URL']
  if (url === undefined || url === '') return undefined
  if (URL.parse(url)?.protocol !== 'https:')
    throw new Error('STINT_UPDATES_URL must start with https://')
  return { url, isSigned: Boolean(env['CSC_LINK'] ?? env['WIN_CSC_LINK']) }
}

/** A package of the lock file: its path and metadata. */
export interface Locked {
  version: string
  license?: string
  integrity?: string
  dependencies?: Record<string, string>
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
export const lockedAt = (path: string): Locked | undefined => lock.packages[path]

/**
 * Returns the paths of the packages and of everything that they need at run time:
 * `node_modules/pg`.
 */
export function closureOf(names: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const path = placeOf(name, from)
    if (found.has(path)) return
    found.add(path)
    for (const next of Object.keys(lock.packages[path]!.dependencies ?? {})) add(next, path)
  }
  for (const name of names) add(name, '')
  return [...found].sort()
}

/** Resolves a package as Node does: beside the dependent, then further up. */
function placeOf(name: string, from: string): string {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules')))
  ) {
    const path = `${folder === '' ? '' : `${folder.replace(/\/$/, '')}/`}node_modules/${name}`
    if (lock.packages[path]) return path
    if (folder === '') throw new Error(`package-lock.json doesn’t have ${name}`)
  }
}

/** Outside of the bundles: the database binding is native, and `pg` is loaded on demand. */
export const outside = ['better-sqlite3', 'pg']
/** What a binding needs to be built, but not to run. */
export const onlyForBuilding = ['node_modules/node-addon-api']

/** System and processor in Node's names: `linux-x64`. */
export const here = `${process.platform}-${process.arch}`

export interface ProgramOptions {
  /** A folder, emptied first. */
  into: string
  version?: string
  /**
   * The system whose native binding is included; null: npm installs what is outside of the bundles.
   */
  system: string | null
}

/** Lays out the command line with the service and the browser host, ready to run with Node. */
export function layProgram({ into, version = manifest.version, system }: ProgramOptions): void {
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  for (const folder of ['out/main', 'out/renderer']) {
    cpSync(join(root, folder), join(into, folder), {
      recursive: true,
      filter: (source) => !/[\\/](?:index\.cjs|parts\.json)$/.test(source),
    })
  }
  for (const launcher of ['stint', 'node-version', 'relay-signals', 'program']) {
    copy(`electron/cli/${launcher}.cjs`, into)
  }
  copy('LICENSE', into)
  cpSync(join(inputs, 'THIRD-PARTY-NOTICES'), join(into, 'THIRD-PARTY-NOTICES'))
  const { name, description, license, author, homepage, engines } = manifest
  const facts = {
    name,
    version,
    description,
    license,
    author,
    homepage,
    type: 'module',
    engines,
    bin: { stint: 'electron/cli/stint.cjs' },
    ...(feed && { updates: feed }),
    dependencies: Object.fromEntries(outside.map((each) => [each, manifest.dependencies[each]])),
  }
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(facts, null, 2)}\n`)
  if (system !== null) layModules(into, system)
}

/** Returns the path of the native binding for a system. */
const bindingOf = (system: string): string => `node_modules/better-sqlite3/prebuilds/${system}.node`

/** Copies the packages outside of the bundles, without sources and bindings for other systems. */
export function layModules(into: string, system: string, names = outside): void {
  for (const path of closureOf(names)) {
    if (onlyForBuilding.includes(path)) continue
    cpSync(join(root, path), join(into, path), {
      recursive: true,
      filter: (source) => isUsed(source.slice(join(root, path).length), system),
    })
  }
  // Strips debug symbols; skipped where the tool is missing.
  if (process.platform === 'linux' && system.startsWith('linux')) {
    spawnSync('strip', ['--strip-unneeded', join(into, bindingOf(system))])
  }
}

/** @param path within a package, beginning with a slash */
function isUsed(path: string, system: string): boolean {
  if (/\/prebuilds\/./.test(path)) return path.endsWith(`/${system}.node`)
  if (/^\/(?:src|deps|binding\.gyp|tests?(?:\.js)?|docs|bench\.js|\.\w+)(?:\/|$)/.test(path))
    return false
  return !/\.(?:ts|mts|cts|map|md|markdown)$/i.test(path) || /licen[cs]e/i.test(path)
}

function copy(path: string, into: string): void {
  mkdirSync(dirname(join(into, path)), { recursive: true })
  cpSync(join(root, path), join(into, path))
}

const { ensureBuilt } = createRequire(import.meta.url)('../cli/ensure-built.cjs') as {
  ensureBuilt: () => boolean
}
/** Builds the bundles that packages contain. */
export function build(): void {
  if (!ensureBuilt()) throw new Error('Couldn’t build the program')
}

/** A Node that a package includes, with its license. */
export interface BundledNode {
  binary: string
  license: string
}

/** Returns the Node that `npm ci` installed; null where there is none for this system. */
export function bundledNode(): BundledNode | null {
  const folder = join(root, 'node_modules', `node-${here}`)
  const found = { binary: join(folder, 'bin', 'node'), license: join(folder, 'LICENSE') }
  return existsSync(found.binary) ? found : null
}
