/** The command line without Electron, as people get it: from npm, or as one file. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeExecutable, makeNpmPackage } from '../../electron/package/command-line.ts'
import { build, manifest } from '../../electron/package/tree.ts'
import { clockEnvironment, onAnyDay } from '../support/test-day.ts'

onAnyDay()
let home: string
beforeAll(() => build())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stint-person-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

const isWindows = process.platform === 'win32'
const env = () => ({
  ...process.env,
  ...clockEnvironment(),
  ...{
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'data'),
    LOCALAPPDATA: join(home, 'caches'),
  },
  ...{ XDG_DATA_HOME: join(home, 'data'), XDG_CACHE_HOME: join(home, 'caches'), STINT_HOME: '' },
})

/** A timer, a backup (on a thread of its own), the service and the browser host. */
async function tryOut(program: string): Promise<void> {
  const options = { encoding: 'utf8', cwd: home, shell: isWindows } as const
  const stint = (...args: string[]) => execFileSync(program, args, { ...options, env: env() })
  expect(stint('--version').trim()).toBe(`stint ${manifest.version}`)
  stint('start', 'Offer')
  expect(JSON.parse(stint('status', '--json'))).toMatchObject({ running: true, notes: 'Offer' })
  stint('stop')
  expect(stint('backup')).toContain('. Verified')
  for (const [command, path] of [
    [['serve', '--port', '0', '--json'], '/ready'],
    [['app', '--no-open', '--json'], '/'],
  ] as const) {
    const running = spawn(program, command, { env: env(), cwd: home, shell: isWindows })
    const [line] = (await once(createInterface({ input: running.stdout }), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    const { status } = await fetch(new URL(path, url))
    expect([command[0], status]).toEqual([command[0], 200])
    running.kill()
    await once(running, 'exit')
  }
}

describe('the package of npm', () => {
  it('is installed into an empty prefix and used', async () => {
    const tarball = makeNpmPackage(manifest.version)
    expect(statSync(tarball).size).toBeLessThan(2_000_000)
    const prefix = join(home, 'prefix')
    execFileSync('npm', ['install', '--global', '--prefix', prefix, tarball], {
      cwd: home,
      shell: isWindows,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const modules = isWindows ? 'node_modules' : 'lib/node_modules'
    const installed = readdirSync(join(prefix, modules, 'stint'))
    expect(installed).toEqual(expect.arrayContaining(['LICENSE', 'THIRD-PARTY-NOTICES', 'out']))
    // It brings no Node and no Electron along.
    const inside = readdirSync(join(prefix, modules, 'stint', 'node_modules'))
    expect(inside.filter((name) => /^node-(?!addon)|electron/.test(name))).toEqual([])
    await tryOut(join(prefix, ...(isWindows ? ['stint.cmd'] : ['bin', 'stint'])))
  })
})

describe('the one file', () => {
  it('runs alone, from a folder with blanks, and unpacks into the person’s cache', async () => {
    const made = await makeExecutable(manifest.version)
    const folder = join(home, 'My #1 programs')
    mkdirSync(folder)
    const program = join(folder, isWindows ? 'stint.exe' : 'stint')
    copyFileSync(made, program)
    await tryOut(isWindows ? `"${program}"` : program)
    const programs = join(home, 'caches', 'stint', 'programs')
    expect(readdirSync(programs)).toHaveLength(1)
    if (!isWindows) expect(statSync(join(programs, readdirSync(programs)[0]!)).mode & 0o077).toBe(0)
    expect(existsSync(join(folder, 'out'))).toBe(false)
  })
})
