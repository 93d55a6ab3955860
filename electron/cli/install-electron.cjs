'use strict'

// Runs Electron's installer for fetch-electron.cjs, with a limit to how long it waits for a server
// and with a sentence in place of a stack trace.

const { join } = require('node:path')

/** Milliseconds to wait for the server's response. */
const patience = 4_000

/**
 * Returns a `fetch` that gives up when no response has begun after `patience`, and rejects with one
 * sentence. The body may take as long as it needs.
 *
 * @param {typeof fetch} fetch
 * @param {() => void} onTimeout
 * @returns {(url: string, options?: RequestInit) => Promise<Response>}
 */
function limitFetch(fetch, onTimeout) {
  return async (url, options) => {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), patience)
    try {
      const response = await fetch(url, { ...options, signal: waiting.signal })
      if (response.ok) process.stderr.write('Downloading Electron, once (about 120 MB)…\n')
      return response
    } catch (reason) {
      const { host } = new URL(url)
      if (waiting.signal.aborted) {
        onTimeout()
        throw new Error(`${host} didn’t respond within ${patience / 1000} seconds.`)
      }
      const { message, cause } = /** @type {Error & { cause?: { code?: string } }} */ (reason)
      throw new Error(`${host} can’t be reached (${cause?.code ?? message}).`)
    } finally {
      clearTimeout(timer)
    }
  }
}

module.exports = { limitFetch }

if (require.main === module) {
  // Of an error the installer prints the stack: this leaves its message.
  Error.stackTraceLimit = 0
  globalThis.fetch = /** @type {typeof fetch} */ (
    limitFetch(fetch, () => {
      // A process that exits waits for a name to be resolved, which may be what takes so long.
      process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
    })
  )
  require(join(__dirname, '..', '..', 'node_modules', 'electron', 'install.js'))
}
