'use strict'

// Plain CommonJS without dependencies: this runs on any Node that the shell has, before anything
// that an old Node cannot load.

const { existsSync, realpathSync } = require('node:fs')
const { join } = require('node:path')

/** The oldest Node whose Node-API the database binding can use; the same as `engines`. */
const oldest = { major: 22, minor: 14 }

/**
 * @param {string} version as in `process.versions.node`
 * @returns {boolean}
 */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor)
}

/**
 * Returns the Node that comes with the dependencies (Linux on x64 only), or null.
 *
 * @returns {string | null}
 */
function bundledNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const root = join(__dirname, '..', '..')
  // Inside the program's own folder; one level up when a package manager flattened it.
  for (const modules of [join(root, 'node_modules'), join(root, '..')]) {
    const file = join(modules, `node-${process.platform}-${process.arch}`, 'bin', name)
    if (existsSync(file)) return file
  }
  return null
}

function sayWhatIsNeeded() {
  process.stderr.write(
    `Stint needs Node ${oldest.major}.${oldest.minor} or newer. This is Node ` +
      `${process.versions.node}. Install a newer one from https://nodejs.org and try again.\n`,
  )
  process.exitCode = 2
}

/**
 * Runs `script` again with `node`, passing on arguments, the three streams, signals, and the way
 * the child ended. An IPC channel lets the child notice when this process is killed.
 *
 * @param {string} node
 * @param {string} script
 */
function relay(node, script) {
  // Required here, like everything that most calls do not need: commands have to answer at once.
  const { spawn } = require('node:child_process')
  const { relaySignals } = require('./relay-signals.cjs')
  const child = spawn(node, [...process.execArgv, script, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const stopRelaying = relaySignals(child)
  child.on('error', sayWhatIsNeeded)
  child.on('exit', (code, signal) => {
    stopRelaying()
    if (signal === null) process.exitCode = code ?? 1
    else process.kill(process.pid, signal)
  })
}

/** Ends this process when the launcher that relays to it ends, also when that was killed. */
function endWithLauncher() {
  if (process.channel === undefined || process.channel === null) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel.unref()
}

/**
 * Returns true when this Node can run Stint. Otherwise the script is already running again with the
 * bundled Node, or a message has said what is needed (exit code 2): the caller has to return.
 *
 * @param {string} script the caller's `__filename`
 * @returns {boolean}
 */
function hasUsableNode(script) {
  if (isNewEnough(process.versions.node)) {
    endWithLauncher()
    return true
  }
  const node = bundledNode()
  if (node === null || realpathSync(node) === realpathSync(process.execPath)) sayWhatIsNeeded()
  else relay(node, script)
  return false
}

module.exports = { hasUsableNode }
