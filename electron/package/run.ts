/**
 * `npm run package`: builds what people install, into out/package. With names as arguments, builds
 * only those. `npm run package -- release-notes` prints what is new in the version instead.
 */
import { statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseNotes } from './changelog.ts'
import { makeExecutable, makeNpmPackage } from './command-line.ts'
import { makeDeb } from './deb.ts'
import { desktopPackage, layFlatpak } from './desktop.ts'
import { electronHere, makeElectron, unpacked } from './electron.ts'
import { browserPackage } from './linux.ts'
import { billFile, billOfMaterials, noticesFile, noticesText } from './notices.ts'
import { makeRpm } from './rpm.ts'
import { build, bundledNode, manifest } from './tree.ts'

const { values, positionals } = parseArgs({
  options: { version: { type: 'string', default: manifest.version } },
  allowPositionals: true,
})
const { version } = values

function nodeHere() {
  const node = bundledNode()
  if (node === null) throw new Error('npm ci didn’t install a Node for this system')
  return node
}

interface Maker {
  what: string
  /** Whether it is built by default. */
  usual: boolean
  /** Returns the paths of the files that it built. */
  make(): string[] | Promise<string[]>
}

const isLinux = process.platform === 'linux'
const hasElectron = electronHere() !== undefined
const makers: Record<string, Maker> = {
  notices: {
    what: 'THIRD-PARTY-NOTICES and sbom.cdx.json, to commit',
    usual: true,
    make() {
      writeFileSync(noticesFile, noticesText())
      writeFileSync(billFile, billOfMaterials())
      return [noticesFile, billFile]
    },
  },
  npm: {
    what: 'command line, service, and browser host, for npm install --global',
    usual: true,
    make: () => [makeNpmPackage(version)],
  },
  executable: {
    what: 'the same as a single file with its own Node',
    usual: true,
    make: async () => [await makeExecutable(version)],
  },
  'deb-browser': {
    what: 'the same for Debian, with its own Node, a menu entry, and a systemd unit',
    usual: isLinux,
    make: () => [makeDeb(browserPackage(version, nodeHere()))],
  },
  dir: {
    what: 'the app in its own windows, as a folder around Electron',
    usual: hasElectron,
    make: () => makeElectron(version, { isFolder: true, electron: electronHere() }),
  },
  'deb-desktop': {
    what: 'that folder for Debian',
    usual: isLinux && hasElectron,
    make: () => [makeDeb(desktopPackage(version, unpacked()))],
  },
  'rpm-desktop': {
    what: 'that folder for Fedora and openSUSE',
    usual: isLinux && hasElectron,
    make: () => [makeRpm(desktopPackage(version, unpacked()))],
  },
  flatpak: {
    what: 'that folder with the manifest, for flatpak-builder',
    usual: isLinux && hasElectron,
    make: () => [layFlatpak(unpacked(), version)],
  },
  installers: {
    what: 'AppImage, dmg and zip, or NSIS, built with tools that electron-builder downloads',
    usual: false,
    make: () => makeElectron(version, { isFolder: false }),
  },
}

/** Prints the notes alone, for the page of a release. */
function printReleaseNotes(): void {
  try {
    console.log(releaseNotes(version))
  } catch (reason) {
    process.stderr.write(`${(reason as Error).message}\n`)
    process.exitCode = 2
  }
}

const unknown = positionals.filter((name) => !(name in makers))
if (positionals.join() === 'release-notes') printReleaseNotes()
else if (unknown.length > 0) {
  const known = Object.entries(makers).map(([name, { what }]) => `  ${name.padEnd(12)} ${what}`)
  process.stderr.write(
    `There’s no package ${unknown.join(', ')}. Choose from these:\n\n${known.join('\n')}\n`,
  )
  process.exitCode = 2
} else {
  build()
  const wanted = Object.entries(makers).filter(([name, { usual }]) =>
    positionals.length === 0 ? usual : positionals.includes(name),
  )
  for (const [, { make }] of wanted) {
    for (const file of await make()) {
      const megabytes = (statSync(file).size / 1_000_000).toFixed(1)
      console.log(`${megabytes.padStart(6)} MB  ${basename(file)}`)
    }
  }
}
