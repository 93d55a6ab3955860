'use strict'

const { existsSync } = require('node:fs')
const nodeModule = require('node:module')
const { homedir } = require('node:os')
const { join } = require('node:path')

const root = join(__dirname, '..', '..')
const program = join(root, 'out', 'main', 'cli.cjs')
/** Whether the sources are here: what is installed carries only what was built from them. */
const isWorkingCopy = existsSync(join(root, 'electron', 'cli', 'index.ts'))

/**
 * Where compiled code is kept: beside the bundle in a working copy, and in this person's own folder
 * for caches where the program is installed. Not in a shared temporary folder: who may write there
 * may run code here.
 */
function cacheFolder() {
  if (isWorkingCopy) return join(root, 'out', '.compile-cache')
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env
  const caches = LOCALAPPDATA || XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(caches, 'stint', 'compiled')
}

/**
 * Loads the built command line and runs it in this process; its answer becomes the exit code.
 * Call it only on a Node that can load it.
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
