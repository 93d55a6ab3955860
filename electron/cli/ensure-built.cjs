'use strict'

// Builds the program when a source has changed since the last build. Prints only one line on
// standard error, because standard output belongs to the command that follows.

const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..', '..')
const out = join(root, 'out')
const stamp = join(out, '.stamp')
const lock = join(out, '.building')
const sources = [
  'shared',
  'electron',
  'renderer',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
]

/**
 * Hashes names, sizes and times of all sources. The newest time is not enough: a file that was
 * removed, or replaced by an older one, has to count as well.
 */
function fingerprint() {
  const hash = createHash('sha1')
  /** @param {string} relative */
  const add = (relative) => {
    const path = join(root, relative)
    const stat = fs.statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(path).sort()) add(join(relative, name))
    } else {
      hash.update(`${relative}\0${stat.size}\0${stat.mtimeMs}\n`)
    }
  }
  sources.forEach(add)
  return hash.digest('hex')
}

const isCurrent = () =>
  fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8').trim() === fingerprint()

/** @param {string} pid */
function isRunning(pid) {
  try {
    return Number(pid) > 0 && process.kill(Number(pid), 0)
  } catch (reason) {
    return /** @type {NodeJS.ErrnoException} */ (reason).code === 'EPERM'
  }
}

/** Prevents two commands that start together from emptying the folder under each other. */
function takeLock() {
  fs.mkdirSync(out, { recursive: true })
  for (;;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return
    } catch (reason) {
      if (/** @type {NodeJS.ErrnoException} */ (reason).code !== 'EEXIST') throw reason
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    const holder = fs.existsSync(lock) ? fs.readFileSync(lock, 'utf8') : ''
    // An empty file is one whose owner is about to write its process id.
    if (holder !== '' && !isRunning(holder)) fs.rmSync(lock, { force: true })
  }
}

/** @returns {boolean} whether the build succeeded */
function build() {
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  if (!fs.existsSync(tool)) {
    process.stderr.write(
      'Stint isn’t built yet and its build tools are missing. Run `npm ci` first.\n',
    )
    return false
  }
  process.stderr.write('Building Stint…\n')
  // Taken before the build: what is saved while it runs counts as newer.
  const built = fingerprint()
  const run = spawnSync(process.execPath, [tool, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // Vite writes absolute colors and clears screens only for terminals; this output is captured.
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  if (run.status === 0) {
    // Deletes compiled code of former bundles.
    fs.rmSync(join(out, '.compile-cache'), { recursive: true, force: true })
    fs.writeFileSync(stamp, `${built}\n`)
    return true
  }
  process.stderr.write(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error ?? ''}\n`)
  process.stderr.write('The build stopped. The lines above say where.\n')
  return false
}

/**
 * Makes sure that `out/` is built from the present sources.
 *
 * @param {{ always?: boolean }} [options] `always`: even when nothing has changed
 * @returns {boolean} false when it could not be built; the reason is on standard error
 */
function ensureBuilt({ always = false } = {}) {
  // An installed package contains only build output.
  const hasSources = fs.existsSync(join(root, 'electron', 'cli', 'index.ts'))
  if (!hasSources || (!always && isCurrent())) return true
  takeLock()
  try {
    return (!always && isCurrent()) || build()
  } finally {
    fs.rmSync(lock, { force: true })
  }
}

module.exports = { ensureBuilt }

if (require.main === module) {
  const always = process.argv.includes('--always')
  if (!ensureBuilt({ always })) process.exitCode = 1
}
