/** The desktop app as it is packed, around a pretended Electron where the binary is not here. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { extractAll, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appId } from '../../electron/main/identity.ts'
import { makeDeb } from '../../electron/package/deb.ts'
import { desktopPackage, layFlatpak } from '../../electron/package/desktop.ts'
import { electronHere, makeElectron, unpacked } from '../../electron/package/electron.ts'
import { makeRpm } from '../../electron/package/rpm.ts'
import { build, here, inputs, manifest } from '../../electron/package/tree.ts'
import { needs } from '../support/needs.ts'
import { isHere, packages, type OtherProgram } from '../support/other-programs.ts'
import { onAnyDay } from '../support/test-day.ts'
import { pretendElectron } from './pretended-electron.ts'

onAnyDay()
const isLinux = process.platform === 'linux'

/** Says how to get what is missing. */
function skipWithout(skip: (isSkipped: boolean, why: string) => void, ...programs: OtherProgram[]) {
  for (const program of programs) {
    skip(!isHere(program), `${program} is not here (apt-get install ${packages[program]})`)
  }
}

it('is looked for where electron-builder leaves it on each system', () => {
  const folder = (platform: NodeJS.Platform, arch: string) => basename(unpacked(platform, arch))
  expect(folder('linux', 'x64')).toBe('linux-unpacked')
  expect(folder('linux', 'arm64')).toBe('linux-arm64-unpacked')
  expect(folder('win32', 'x64')).toBe('win-unpacked')
  expect(folder('darwin', 'arm64')).toBe('mac-arm64')
  expect(folder('darwin', 'x64')).toBe('mac')
})

describe('the desktop app as a folder', () => {
  needs(isLinux, 'packages for Linux are made on Linux')
  let extracted: string
  const resources = () => join(unpacked(), 'resources')

  beforeAll(async () => {
    if (!isLinux) return
    build()
    const electron = electronHere() ?? (await pretendElectron())
    await makeElectron(manifest.version, { isFolder: true, electron })
    extracted = mkdtempSync(join(tmpdir(), 'stint-asar-'))
    extractAll(join(resources(), 'app.asar'), extracted)
  })
  afterAll(() => isLinux && rmSync(extracted, { recursive: true, force: true }))

  it('has resources of less than 8 MB, and none that another system needs', () => {
    const files = readdirSync(resources(), { recursive: true, withFileTypes: true })
    const own = files.filter((file) => file.isFile() && file.name !== 'default_app.asar')
    const sizes = own.map((file) => statSync(join(file.parentPath, file.name)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8_000_000)
    const paths = listPackage(join(resources(), 'app.asar'), { isPack: false })
    const bindings = paths.filter((path) => path.endsWith('.node'))
    expect(bindings).toEqual([`/node_modules/better-sqlite3/prebuilds/${here}.node`])
    expect(own.map(({ name }) => name).filter((name) => name.endsWith('.node'))).toHaveLength(1)
    expect(
      paths.filter((path) => /\.(?:ts|vue|map|cc|gyp)$|node-linux|cli\.cjs$/.test(path)),
    ).toEqual([])
  })

  it('finds every module that it imports, inside or in Electron', () => {
    const main = join(extracted, 'out', 'main')
    const found = createRequire(join(main, 'index.cjs'))
    const missing = new Set<string>()
    for (const file of readdirSync(main, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.cjs')) continue
      const text = readFileSync(join(main, file), 'utf8')
      for (const [, name] of text.matchAll(/\b(?:require|import)\(["']([^"'.][^"']*)["']\)/g)) {
        try {
          found.resolve(name!)
        } catch {
          missing.add(name!)
        }
      }
    }
    // Electron provides itself; a service on PostgreSQL is the command line's alone.
    expect([...missing].sort()).toEqual(['electron', 'pg'])
    expect(readFileSync(join(extracted, 'package.json'), 'utf8')).toContain(
      '"main": "out/main/index.cjs"',
    )
  })

  it('has the fuses that keep other programs from running code with it', async () => {
    const wire = await getCurrentFuseWire(join(unpacked(), 'stint-desktop'))
    const { ENABLE: on, DISABLE: off } = FuseState
    expect(wire).toMatchObject({
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
    })
  })

  it('becomes a package that Debian’s checks take, with Chromium’s helper', ({ skip }) => {
    skipWithout(skip, 'lintian')
    const made = desktopPackage(manifest.version, unpacked())
    const deb = makeDeb(made)
    const said = spawnSync(
      'lintian',
      ['--fail-on=error,warning,info', '--tag-display-limit=0', deb],
      {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C' },
      },
    )
    expect([said.stdout, said.status]).toEqual(['', 0])
    const entry = join(made.tree, 'usr/share/applications', `${appId}.desktop`)
    execFileSync('desktop-file-validate', [entry])
    const listing = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' })
    expect(listing).toMatch(/^-rwsr-xr-x root\/root .*chrome-sandbox$/m)
    const fields = execFileSync('dpkg-deb', ['--field', deb, 'Conflicts', 'Replaces'], {
      encoding: 'utf8',
    })
    expect(fields).toBe('Conflicts: stint\nReplaces: stint\n')
  })

  it('becomes a package for Fedora that rpmlint takes', ({ skip }) => {
    skipWithout(skip, 'rpmbuild', 'rpmlint')
    const rpm = makeRpm(desktopPackage(manifest.version, unpacked()))
    const said = spawnSync('rpmlint', ['-c', join(inputs, 'rpmlint.toml'), rpm], {
      encoding: 'utf8',
    })
    expect(said.stdout).toContain('0 errors, 0 warnings')
    const modes = execFileSync('rpm', ['-qplv', rpm], { encoding: 'utf8' })
    expect(modes).toMatch(/^-rwsr-xr-x .*chrome-sandbox$/m)
  })

  it('comes with a manifest that flatpak-builder can read', ({ skip }) => {
    skipWithout(skip, 'flatpak-builder')
    const folder = layFlatpak(unpacked(), manifest.version)
    const file = join(folder, `${appId}.yml`)
    const shown = execFileSync('flatpak-builder', ['--show-manifest', file], {
      cwd: extracted,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const read = JSON.parse(shown) as {
      id: string
      modules: { 'build-commands': string[] }[]
    }
    expect(read.id).toBe(appId)
    // The files that the build copies exist.
    const copied = read.modules[0]!['build-commands'].flatMap((command) =>
      [...command.matchAll(/ (linux-unpacked|[\w.]+\.(?:desktop|xml|svg))(?= |\/)/g)].map(
        ([, name]) => name!,
      ),
    )
    expect(new Set(readdirSync(folder))).toEqual(new Set([...copied, `${appId}.yml`]))
  })
})
