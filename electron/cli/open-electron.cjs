'use strict'

// Runs the app in Electron, for `npm start` and `npm run dev`.

const { spawn } = require('node:child_process')
const { dirname, join } = require('node:path')

const root = join(__dirname, '..', '..')

/** What Chromium prints before it exits at once, since it shows no page without its sandbox. */
const noSandbox =
  /No usable sandbox!|The SUID sandbox helper binary was found, but|Running as root without --no-sandbox/

/** Separates our own `--browser` from the arguments; STINT_HOST=browser asks for the same. */
function readHostChoice() {
  const given = process.argv.slice(2)
  const argv = given.filter((each) => each !== '--browser')
  const wantsBrowser = argv.length < given.length || process.env.STINT_HOST === 'browser'
  return { argv, wantsBrowser }
}

/**
 * @param {string} binary
 * @param {string[]} argv
 */
function openElectron(binary, argv) {
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
  return {
    child,
    /** Returns whether it exited because the system forbids its sandbox, so that nothing was opened. */
    lacksSandbox: () => noSandbox.test(said),
  }
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

module.exports = { openElectron, readHostChoice, tellRemedy }
