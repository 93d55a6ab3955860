/** The ids by which systems know the program: the same everywhere. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appId, toastClass } from '../../electron/main/identity.ts'
import { configuration } from '../../electron/package/electron.ts'
import { inputs, manifest } from '../../electron/package/tree.ts'
import { needs } from '../support/needs.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

/** Electron-builder's own, which starts the program within an AppImage. */
const { generateAppRunScript: launcherOfAppImage } = createRequire(
  createRequire(import.meta.url).resolve('electron-builder'),
)('app-builder-lib/out/targets/appimage/appImageUtil') as {
  generateAppRunScript(config: Record<string, string>): string
}

const input = (name: string) => readFileSync(join(inputs, name), 'utf8')

it('has one id, in package.json, the packages, the files of the desktop and flatpak', () => {
  expect(appId).toMatch(/^[a-z][\w-]*(?:\.[A-Za-z][\w-]*){2,}$/)
  expect(toastClass).toMatch(/^\{[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\}$/)
  expect(manifest.desktopName).toBe(`${appId}.desktop`)
  const config = configuration(manifest.version)
  expect([config.appId, config.productName]).toEqual([appId, manifest.productName])
  expect(config.linux?.syncDesktopName).toBe(true)
  expect(config.linux?.desktop?.entry).toMatchObject({ StartupWMClass: appId, Icon: appId })
  expect(input(`${appId}.desktop`)).toContain(`\nIcon=${appId}\n`)
  const metainfo = input(`${appId}.metainfo.xml`)
  expect(metainfo).toContain(`<id>${appId}</id>`)
  expect(metainfo).toContain(`<launchable type="desktop-id">${appId}.desktop</launchable>`)
  expect(input(`${appId}.yml`)).toContain(`\napp-id: ${appId}\n`)
  // The id that Windows shows on toasts and shortcuts.
  expect(config.nsis?.shortcutName).toBe(manifest.productName)
  expect(manifest.productName).toBe('Stint')
})

it('is made for both processors of macOS and Windows, and for one person on Windows', () => {
  const { linux, mac, win, nsis } = configuration(manifest.version)
  const both = ['arm64', 'x64']
  const made = (targets: unknown) =>
    (targets as { target: string; arch?: string[] }[]).map(({ target, arch }) => [
      target,
      arch?.toSorted(),
    ])
  expect(made(linux?.target)).toEqual([['AppImage', undefined]])
  expect(made(mac?.target)).toEqual([
    ['dmg', both],
    // The feed of an installed program's updates.
    ['zip', both],
  ])
  expect(made(win?.target)).toEqual([['nsis', both]])
  expect(nsis).toMatchObject({ oneClick: true, perMachine: false, deleteAppDataOnUninstall: false })
})

it('is signed on macOS as Apple requires for notarisation', () => {
  const { mac } = configuration(manifest.version)
  expect(mac?.hardenedRuntime).toBe(true)
  for (const file of [mac?.entitlements, mac?.entitlementsInherit]) {
    expect(readFileSync(file!, 'utf8')).toContain('<key>com.apple.security.cs.allow-jit</key>')
  }
})

it('prevents App Nap on macOS, which would suspend its timer', () => {
  expect(configuration(manifest.version).mac?.extendInfo).toMatchObject({
    NSAppSleepDisabled: true,
  })
})

it('is never configured to run without its sandbox', () => {
  const config = JSON.stringify(configuration(manifest.version))
  expect(config).not.toContain('no-sandbox')
  expect(configuration(manifest.version).linux?.executableArgs).toEqual([])
})

describe('the launcher of an AppImage', () => {
  needs(process.platform === 'linux', 'AppImages are of Linux')

  it('disables the sandbox where the system forbids it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stint-appimage-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const put = (name: string, text: string) =>
      writeFileSync(join(folder, name), text, { mode: 0o755 })
    const ExecutableName = configuration(manifest.version).linux!.executableName!
    const names = { ProductFilename: 'Stint', ProductName: 'Stint', ResourceName: 'stint' }
    put(
      'AppRun',
      launcherOfAppImage({ ExecutableName, DesktopFileName: 'stint.desktop', ...names }),
    )
    put(ExecutableName, '#!/bin/sh\necho "$@"\n')
    const start = (userNamespaces: 'allowed' | 'forbidden') => {
      put('unshare', `#!/bin/sh\nexit ${userNamespaces === 'allowed' ? 0 : 1}\n`)
      const env = { PATH: `${folder}:${process.env['PATH']}`, APPDIR: folder }
      return execFileSync(join(folder, 'AppRun'), ['--quiet'], { env, encoding: 'utf8' }).trim()
    }
    expect(start('allowed')).toBe('--quiet')
    // So the program checks for it, and does not open.
    expect(start('forbidden')).toBe('--no-sandbox --quiet')
  })
})
