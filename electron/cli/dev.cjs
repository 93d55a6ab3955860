'use strict'

// `npm run dev`: the app, rebuilt while its sources are being worked on. With the Electron binary,
// electron-vite's own development mode (the page is replaced in place). Without it, the browser
// host: rebuilt after each change and restarted where its side changed; the page is reloaded by
// hand.

const { spawn } = require('node:child_process')
const { watch } = require('node:fs')
const { join } = require('node:path')
const { electronBinary } = require('./electron-binary.cjs')
const { ensureBuilt } = require('./ensure-built.cjs')
const { hasUsableNode } = require('./node-version.cjs')

const root = join(__dirname, '..', '..')
const argv = process.argv.slice(2)

/** @param {string[]} call arguments for Node */
const run = (call) => spawn(process.execPath, call, { cwd: root, stdio: 'inherit' })

/** @param {() => void} stop */
function onSignals(stop) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
}

function inElectron() {
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const child = run([tool, 'dev', '--watch', '--', ...argv])
  onSignals(() => child.kill('SIGTERM'))
  child.on('exit', (code) => {
    process.exitCode = code ?? 0
  })
}

function inBrowser() {
  if (!ensureBuilt()) {
    process.exitCode = 2
    return
  }
  process.stderr.write('Changes are built as they are saved; reload the page to see them.\n')

  /** @param {string[]} extra */
  const open = (...extra) => run([join(__dirname, 'stint.cjs'), 'app', ...extra, ...argv])
  let host = open()
  let restart = false
  /** @type {NodeJS.Timeout | undefined} */
  let pending

  const rebuild = () => {
    if (!ensureBuilt() || !restart) return
    restart = false
    const next = () => {
      // It prints its address; a new window for every save would be in the way.
      host = open('--no-open')
    }
    if (host.exitCode !== null || host.signalCode !== null) return next()
    host.once('exit', next)
    host.kill('SIGTERM')
  }

  const watchers = ['shared', 'electron', 'renderer'].map((folder) =>
    watch(join(root, folder), { recursive: true }, () => {
      if (folder !== 'renderer') restart = true
      // Editors save a file in several steps.
      clearTimeout(pending)
      pending = setTimeout(rebuild, 150)
    }),
  )
  onSignals(() => {
    clearTimeout(pending)
    watchers.forEach((watcher) => watcher.close())
    host.removeAllListeners('exit')
    host.kill('SIGTERM')
  })
}

if (hasUsableNode(__filename)) {
  if (electronBinary() === null) inBrowser()
  else inElectron()
}
