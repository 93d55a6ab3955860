'use strict'

// Plain CommonJS without dependencies: launchers run it on any Node that the shell has.

const { isatty } = require('node:tty')

/** @type {NodeJS.Signals[]} */
const relayed = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Passes signals on to a child that runs in the place of this process. Ctrl+C is not passed on at a
 * terminal, which sends it to the child as well: the child would count two.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} stops passing them on
 */
function relaySignals(child) {
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal === 'SIGINT' && isatty(0)) return
    child.kill(signal)
  }
  for (const signal of relayed) process.on(signal, pass)
  return () => {
    for (const signal of relayed) process.off(signal, pass)
  }
}

module.exports = { relaySignals }
