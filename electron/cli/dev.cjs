'use strict'

// `npm run dev`: runs the app, rebuilds it after each change of its sources, and restarts it where
// its own side changed; pages are reloaded by hand. Uses Electron where its binary exists and
// neither `--browser` nor STINT_HOST=browser asks for a browser.

const { spawn } = require('node:child_process')
const { watch } = require('node:fs')
const { join } = require('node:path')
const { electronBinary } = require('./electron-binary.cjs')
const { ensureBuilt } = require('./ensure-built.cjs')
const { hasUsableNode } = require('./node-version.cjs')
const { openElectron, readHostChoice, tellRemedy } = require('./open-electron.cjs')

const root = join(__dirname, '..', '..')
const { argv, wantsBrowser } = readHostChoice()

/** @param {boolean} again the app was open before, and a browser still shows it */
function openInBrowser(again) {
  // It prints its URL; a new window after every save would be in the way.
  const call = ['app', ...(again ? ['--no-open'] : []), ...argv]
  const options = /** @type {const} */ ({ cwd: root, stdio: 'inherit' })
  return spawn(process.execPath, [join(__dirname, 'stint.cjs'), ...call], options)
}

function develop() {
  if (!ensureBuilt()) {
    process.exitCode = 2
    return
  }
  process.stderr.write('Changes are built as you save them. Reload the page to see them.\n')

  /** @type {import('node:child_process').ChildProcess} */
  let host
  let restart = false
  let needsBrowser = wantsBrowser
  /** @type {NodeJS.Timeout | undefined} */
  let pending

  const open = (/** @type {boolean} */ again) => {
    const binary = needsBrowser ? null : electronBinary()
    if (binary === null) {
      host = openInBrowser(again)
      return
    }
    const { child, lacksSandbox } = openElectron(binary, argv)
    host = child
    child.on('close', (code) => {
      if (code === 0 || child !== host || !lacksSandbox()) return
      needsBrowser = true
      tellRemedy(binary)
      host = openInBrowser(false)
    })
  }

  const rebuild = () => {
    if (!ensureBuilt() || !restart) return
    restart = false
    const next = () => open(true)
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
  // Started after the watchers, so that saves during the start are noticed.
  open(false)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      clearTimeout(pending)
      watchers.forEach((watcher) => watcher.close())
      host.removeAllListeners('exit').removeAllListeners('close')
      host.kill('SIGTERM')
    })
  }
}

if (hasUsableNode(__filename)) develop()
