'use strict'

const { spawnSync } = require('node:child_process')
const { existsSync, readFileSync, statSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { performance } = require('node:perf_hooks')
const { electronBinary } = require('./electron-binary.cjs')

const folder = join(__dirname, '..', '..', 'node_modules', 'electron')
const installer = join(folder, 'install.js')
/** Its modification time is the time of the last failed attempt. */
const failure = join(folder, '.fetch-failed')
const day = 24 * 60 * 60 * 1000
/** Milliseconds to wait for the server: the installer itself would wait for ever. */
const patience = 4_000

/** Returns the URL from which Electron's installer downloads. */
function address() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const mirror =
    process.env.ELECTRON_MIRROR || 'https://github.com/electron/electron/releases/download/'
  return new URL(`v${version}/SHASUMS256.txt`, mirror)
}

const isReachable = () =>
  fetch(address(), { method: 'HEAD', signal: AbortSignal.timeout(patience) }).then(
    ({ ok }) => ok,
    () => false,
  )

function hasFailedToday() {
  const failedAt = statSync(failure, { throwIfNoEntry: false })?.mtimeMs
  return failedAt !== undefined && performance.timeOrigin + performance.now() - failedAt < day
}

/**
 * Downloads the Electron binary with Electron's own installer, which verifies its checksum. Checks
 * first whether the server responds, and after a failure waits a day before it tries again.
 *
 * @returns {Promise<string | null>} the path of the binary; null where it is unavailable
 */
async function fetchElectron() {
  if (!existsSync(installer) || hasFailedToday()) return null
  if (await isReachable()) {
    process.stderr.write('Downloading Electron, once (about 120 MB)…\n')
    spawnSync(process.execPath, [installer], { stdio: 'inherit' })
  }
  const binary = electronBinary()
  if (binary === null) writeFileSync(failure, '')
  return binary
}

module.exports = { fetchElectron }
