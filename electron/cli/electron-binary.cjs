'use strict'

const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const electronFolder = join(__dirname, '..', '..', 'node_modules', 'electron')

/** @type {Partial<Record<NodeJS.Platform, string>>} */
const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/** @param {string} path within the package; null where the file is missing */
function textOf(path) {
  const file = join(electronFolder, path)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** @returns {string} the version of the package, whose binary it has to be */
// eslint-disable-next-line no-restricted-syntax -- of an installed package
const wantedVersion = () => JSON.parse(textOf('package.json') ?? '{}').version

/**
 * Returns the path of the Electron in the folder that ELECTRON_OVERRIDE_DIST_PATH names, else of
 * the one that `npx install-electron` downloaded; null where there is none, or one of another
 * version, which an update of the package leaves behind. Requiring the package instead would start
 * the download.
 *
 * @returns {string | null}
 */
function electronBinary() {
  const name = textOf('path.txt')
  const own = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (!own) {
    const version = textOf(join('dist', 'version'))
    if (name === null || version?.replace(/^v/, '') !== wantedVersion()) return null
  }
  const binary = join(
    own || join(electronFolder, 'dist'),
    name ?? names[process.platform] ?? 'electron',
  )
  return existsSync(binary) ? binary : null
}

module.exports = { electronBinary, electronFolder, wantedVersion }
