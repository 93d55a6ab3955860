'use strict'

const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const folder = join(__dirname, '..', '..', 'node_modules', 'electron')

/**
 * The path of the Electron that `npx install-electron` fetched, or null. Requiring the package
 * instead would start the download.
 *
 * @returns {string | null}
 */
function electronBinary() {
  const named = join(folder, 'path.txt')
  if (!existsSync(named)) return null
  const binary = join(folder, 'dist', readFileSync(named, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

module.exports = { electronBinary }
