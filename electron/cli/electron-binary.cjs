'use strict'

const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const folder = join(__dirname, '..', '..', 'node_modules', 'electron')

/** @type {Partial<Record<NodeJS.Platform, string>>} */
const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/**
 * Returns the path of the Electron in the folder that ELECTRON_OVERRIDE_DIST_PATH names, else of
 * the one that `npx install-electron` downloaded; null where there is none. Requiring the package
 * instead would start the download.
 *
 * @returns {string | null}
 */
function electronBinary() {
  const named = join(folder, 'path.txt')
  const isFetched = existsSync(named)
  const own = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (!own && !isFetched) return null
  const name = isFetched
    ? readFileSync(named, 'utf8').trim()
    : (names[process.platform] ?? 'electron')
  const binary = join(own || join(folder, 'dist'), name)
  return existsSync(binary) ? binary : null
}

module.exports = { electronBinary }
