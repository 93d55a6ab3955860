'use strict'

const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const { join } = require('node:path')
const { performance } = require('node:perf_hooks')
const { electronBinary, electronFolder, wantedVersion } = require('./electron-binary.cjs')

/** Its modification time is that of the last failed attempt; its text tells the settings of it. */
const failure = join(electronFolder, '.fetch-failed')
const day = 24 * 60 * 60 * 1000

/** Variables by which Electron's installer is told where to look, such as `ELECTRON_MIRROR`. */
const settings = () =>
  Object.entries(process.env).filter(([name]) => /electron_(?:\w*mirror|custom|config)/i.test(name))

/** Tells settings apart; a mirror may have a password in it. */
const digest = () =>
  createHash('sha256')
    .update(JSON.stringify([wantedVersion(), settings().sort()]))
    .digest('hex')

function hasFailedToday() {
  const failedAt = fs.statSync(failure, { throwIfNoEntry: false })?.mtimeMs
  if (failedAt === undefined || fs.readFileSync(failure, 'utf8') !== digest()) return false
  return performance.timeOrigin + performance.now() - failedAt < day
}

/** Leaves an empty mark, which counts as no failure. Windows tells in no other way. */
function isWritable() {
  try {
    fs.writeFileSync(failure, '')
    return true
  } catch {
    return false
  }
}

/** Returns the first address of a mirror that is none, with the name of its variable. */
const unclearMirror = () =>
  settings().find(
    ([name, value]) => /mirror$/i.test(name) && value && !/^https?:\/\/./i.test(value),
  )

/**
 * Gets the Electron binary with Electron's own installer, which looks into its cache first,
 * downloads otherwise, and verifies the checksum. After a failure it waits a day, or until other
 * settings name another place.
 *
 * @returns {{ binary: string } | { missing: string }} the path of the binary, or a sentence that
 * says why there is none, with the remedy
 */
function fetchElectron() {
  const missing = 'The Electron binary is missing (get it with npx install-electron).'
  if (!fs.existsSync(join(electronFolder, 'install.js')) || hasFailedToday()) return { missing }
  const [name, value] = unclearMirror() ?? []
  if (name !== undefined) {
    return { missing: `${name} is “${value}”; set it to an address that begins with https://.` }
  }
  if (!isWritable()) {
    return {
      missing:
        `The Electron binary is missing, and you can’t write to ${electronFolder}. Run ` +
        'npx install-electron as the user who ran npm ci.',
    }
  }
  spawnSync(process.execPath, [join(__dirname, 'install-electron.cjs')], { stdio: 'inherit' })
  const binary = electronBinary()
  if (binary !== null) {
    fs.rmSync(failure)
    return { binary }
  }
  fs.writeFileSync(failure, digest())
  return { missing }
}

module.exports = { fetchElectron }
