'use strict'

// `npm start`: the app in Electron where its binary is, in a browser where it is not.

const { spawn } = require('node:child_process')
const { join } = require('node:path')
const { electronBinary } = require('./electron-binary.cjs')
const { ensureBuilt } = require('./ensure-built.cjs')
const { hasUsableNode } = require('./node-version.cjs')
const { runProgram } = require('./program.cjs')

const root = join(__dirname, '..', '..')

/**
 * @param {string} binary
 * @param {string[]} argv
 */
function openInElectron(binary, argv) {
  const env = { ...process.env }
  // Some editors set it for their terminals; it would turn the app into a plain Node.
  delete env.ELECTRON_RUN_AS_NODE
  const child = spawn(binary, [root, ...argv], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(/** @type {NodeJS.Signals} */ (signal)))
  }
  child.on('error', (reason) => {
    process.stderr.write(`Electron could not be opened (${reason.message}).\n`)
    process.exitCode = 2
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
  })
}

function start() {
  const argv = process.argv.slice(2)
  if (!ensureBuilt()) {
    process.exitCode = 2
    return
  }
  const binary = electronBinary()
  if (binary !== null) {
    openInElectron(binary, argv)
    return
  }
  process.stderr.write(
    'The Electron binary is not here (npx install-electron fetches it); ' +
      'opening Stint in your browser instead.\n',
  )
  runProgram(['app', ...argv])
}

if (hasUsableNode(__filename)) start()
