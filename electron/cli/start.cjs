'use strict'

// `npm start`: runs the app in Electron, downloaded at the first start; in a browser where Electron
// is unavailable or may not use its sandbox, or where `--browser` or STINT_HOST=browser says so.

const { electronBinary } = require('./electron-binary.cjs')
const { ensureBuilt } = require('./ensure-built.cjs')
const { fetchElectron } = require('./fetch-electron.cjs')
const { hasUsableNode } = require('./node-version.cjs')
const { openElectron, readHostChoice, tellRemedy } = require('./open-electron.cjs')
const { runProgram } = require('./program.cjs')
const { relaySignals } = require('./relay-signals.cjs')

/**
 * @param {string} binary
 * @param {string[]} argv
 * @returns {Promise<boolean>} false where the system forbids its sandbox, so that nothing was
 * opened
 */
function openInElectron(binary, argv) {
  const { child, lacksSandbox } = openElectron(binary, argv)
  const stopRelaying = relaySignals(child)
  return new Promise((resolve) => {
    child.on('error', (reason) => {
      process.stderr.write(`Couldn’t open Electron (${reason.message}).\n`)
      process.exitCode = 2
      resolve(true)
    })
    child.on('close', (code, signal) => {
      stopRelaying()
      const hasFailed = code !== 0 && signal !== 'SIGINT' && signal !== 'SIGTERM'
      if (hasFailed && lacksSandbox()) {
        resolve(false)
        return
      }
      process.exitCode = code ?? (hasFailed ? 1 : 0)
      resolve(true)
    })
  })
}

/** @returns {ReturnType<typeof fetchElectron>} */
function findElectron() {
  const binary = electronBinary()
  if (binary !== null) return { binary }
  const own = process.env.ELECTRON_OVERRIDE_DIST_PATH
  return own
    ? { missing: `ELECTRON_OVERRIDE_DIST_PATH names ${own}, but Electron isn’t there.` }
    : fetchElectron()
}

async function start() {
  const { argv, wantsBrowser } = readHostChoice()
  if (!ensureBuilt()) {
    process.exitCode = 2
    return
  }
  if (wantsBrowser) {
    await runProgram(['app', ...argv])
    return
  }
  const found = findElectron()
  if ('missing' in found) {
    process.stderr.write(`${found.missing} Opening Stint in your browser instead.\n`)
  } else {
    if (await openInElectron(found.binary, argv)) return
    tellRemedy(found.binary)
  }
  await runProgram(['app', ...argv])
}

if (hasUsableNode(__filename)) start()
