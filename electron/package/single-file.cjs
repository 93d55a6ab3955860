'use strict'

// The entry point of the single executable: unpacks the program at the first start, and runs it.
// The program is unpacked into the user's own cache folder, completely or not at all.

const fs = require('node:fs')
const { createRequire } = require('node:module')
const { homedir } = require('node:os')
const { dirname, join } = require('node:path')
const { getAsset, getRawAsset } = require('node:sea')
const { brotliDecompressSync } = require('node:zlib')

const caches = process.env.LOCALAPPDATA || process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
const programs = join(caches, 'stint', 'programs')
const folder = join(programs, getAsset('digest', 'utf8'))
/** Number of versions that are kept when another one is unpacked: an older one may be running. */
const kept = 3

/** @param {string} program its file `used` has the time of its last start */
const lastUse = (program) =>
  fs.statSync(join(program, 'used'), { throwIfNoEntry: false })?.mtimeMs ?? 0

function unpack() {
  const bytes = brotliDecompressSync(Buffer.from(getRawAsset('program')))
  const begin = 4 + bytes.readUInt32LE(0)
  const draft = `${folder}.${process.pid}`
  let at = begin
  for (const [path, length] of JSON.parse(bytes.toString('utf8', 4, begin))) {
    const file = join(draft, path)
    fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    fs.writeFileSync(file, bytes.subarray(at, at + length), { mode: 0o600 })
    at += length
  }
  try {
    fs.renameSync(draft, folder)
  } catch (reason) {
    // Another start was faster.
    fs.rmSync(draft, { recursive: true, force: true })
    if (!fs.existsSync(folder)) throw reason
  }
  const others = fs.readdirSync(programs).map((name) => join(programs, name))
  const unused = others
    .filter((program) => program !== folder)
    .sort((a, b) => lastUse(b) - lastUse(a))
    .slice(kept - 1)
  for (const program of unused) fs.rmSync(program, { recursive: true, force: true })
}

if (!fs.existsSync(folder)) unpack()
fs.writeFileSync(join(folder, 'used'), '', { mode: 0o600 })
createRequire(join(folder, 'package.json'))('./electron/cli/stint.cjs')
