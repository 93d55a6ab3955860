'use strict'

const { existsSync } = require('node:fs')
const nodeModule = require('node:module')
const { join } = require('node:path')

const root = join(__dirname, '..', '..')
const program = join(root, 'out', 'main', 'cli.cjs')

/**
 * Loads the built command line and runs it in this process; its answer becomes the exit code.
 * Call it only on a Node that can load it.
 *
 * @param {string[]} argv arguments after the program's name
 */
async function runProgram(argv) {
  if (!existsSync(program)) {
    const { ensureBuilt, hasSources } = require('./ensure-built.cjs')
    if (!hasSources()) {
      process.stderr.write('This copy of Stint is incomplete: install it again.\n')
      process.exitCode = 2
      return
    }
    if (!ensureBuilt()) {
      process.exitCode = 2
      return
    }
  }
  // Beside the bundle, not in a shared temporary folder: who may write there may run code here.
  nodeModule.enableCompileCache(join(root, 'out', '.compile-cache'))
  const { main } = require(program)
  process.exitCode = await main(argv)
}

module.exports = { runProgram }
