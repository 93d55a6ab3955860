'use strict'

// `npm start`: runs the app in Electron, downloaded at the first start; in a browser where Electron
// is unavailable or may not use its sandbox, or where `--browser` or STINT_HOST=browser says so.

const { spawn } = require('node:child_process')
const { dirname, join } = require('node:path')
const { electronBinary } = require('./electron-binary.cjs')
const { ensureBuilt } = require('./ensure-built.cjs')
const { fetchElectron } = require('./fetch-electron.cjs')
const { hasUsableNode } = require('./node-version.cjs')
const { runProgram } = require('./program.cjs')

const root = join(__dirname, '..', '..')

/** What Chromium prints before it exits at once, since it shows no page without its sandbox. */
const noSandbox =
  /No usable sandbox!|The SUID sandbox helper binary was found, but|Running as root without --no-sandbox/

/**
 * @param {string} binary
 * @param {string[]} argv
 * @returns {Promise<boolean>} false where the system forbids its sandbox, so that nothing was
 * opened
 */
function openInElectron(binary, argv) {
  const env = { ...process.env }
  // Some editors set it for their terminals; it would turn the app into plain Node.
  delete env.ELECTRON_RUN_AS_NODE
  const child = spawn(binary, [root, ...argv], { stdio: ['inherit', 'inherit', 'pipe'], env })
  let said = ''
  child.stderr.on('data', (/** @type {Buffer} */ part) => {
    process.stderr.write(part)
    // The message is among the first output.
    if (said.length < 10_000) said += part.toString('latin1')
  })
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    // A terminal sends Ctrl+C to both.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return new Promise((resolve) => {
    child.on('error', (reason) => {
      process.stderr.write(`Couldn’t open Electron (${reason.message}).\n`)
      process.exitCode = 2
      resolve(true)
    })
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, pass)
      const hasFailed = code !== 0 && signal !== 'SIGINT' && signal !== 'SIGTERM'
      if (hasFailed && noSandbox.test(said)) {
        resolve(false)
        return
      }
      process.exitCode = code ?? (hasFailed ? 1 : 0)
      resolve(true)
    })
  })
}

/** @param {string} binary */
function tellRemedy(binary) {
  const helper = `'${join(dirname(binary), 'chrome-sandbox')}'`
  process.stderr.write(
    '\nThe system doesn’t let Electron set up its sandbox, and Stint doesn’t run without one.\n' +
      (process.getuid?.() === 0
        ? 'Start Stint as a user other than root.\n'
        : 'To allow it for this copy of Stint, as installing a package does, run:\n' +
          `  sudo chown root:root ${helper} && sudo chmod 4755 ${helper}\n`) +
      'Opening Stint in your browser instead.\n',
  )
}

async function start() {
  const given = process.argv.slice(2)
  const argv = given.filter((each) => each !== '--browser')
  if (!ensureBuilt()) {
    process.exitCode = 2
    return
  }
  if (argv.length < given.length || process.env.STINT_HOST === 'browser') {
    await runProgram(['app', ...argv])
    return
  }
  const own = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const binary = electronBinary() ?? (own ? null : await fetchElectron())
  if (binary === null) {
    process.stderr.write(
      (own
        ? `ELECTRON_OVERRIDE_DIST_PATH names ${own}, but Electron isn’t there. `
        : 'The Electron binary is missing (get it with npx install-electron). ') +
        'Opening Stint in your browser instead.\n',
    )
  } else {
    if (await openInElectron(binary, argv)) return
    tellRemedy(binary)
  }
  await runProgram(['app', ...argv])
}

if (hasUsableNode(__filename)) start()
