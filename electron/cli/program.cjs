'use strict'

const { existsSync } = require('node:fs')
const nodeModule = require('node:module')
const { homedir } = require('node:os')
const { join } = require('node:path')

const root = join(__dirname, '..', '..')
const program = join(root, 'out', 'main', 'cli.cjs')
/** Whether the sources exist: an installed package has only build output. */
const isWorkingCopy = existsSync(join(root, 'electron', 'cli', 'index.ts'))

/**
 * Returns the folder for compiled code: beside the bundle in a working copy, and in the user's own
 * cache folder where the program is installed. Never a shared temporary folder: any user who can
 * write there could run code here.
 */
function cacheFolder() {
  if (isWorkingCopy) return join(root, 'out', '.compile-cache')
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env
  const caches = LOCALAPPDATA || XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(caches, 'stint', 'compiled')
}

/**
 * Loads the built command line and runs it in this process; its result becomes the exit code. Has
 * to be called on a Node that can load it.
 *
 * @param {string[]} argv arguments after the program's name
 */
async function runProgram(argv) {
  if (!existsSync(program)) {
    if (!isWorkingCopy) {
      process.stderr.write('This copy of Stint is incomplete. Reinstall it.\n')
      process.exitCode = 2
      return
    }
    if (!require('./ensure-built.cjs').ensureBuilt()) {
      process.exitCode = 2
      return
    }
  }
  nodeModule.enableCompileCache(cacheFolder())
  const { main } = require(program)
  process.exitCode = await main(argv)
}

module.exports = { runProgram }
