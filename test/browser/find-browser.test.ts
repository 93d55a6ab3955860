import { describe, expect, it } from 'vitest'
import { findBrowser, type BrowserLookupEnvironment } from '../../electron/browser/find-browser.ts'

const machine = (
  platform: NodeJS.Platform,
  env: BrowserLookupEnvironment['env'],
  ...installed: string[]
): BrowserLookupEnvironment => ({ platform, env, isExecutable: (path) => installed.includes(path) })

describe('findBrowser', () => {
  it('finds Chromium in a folder of PATH on Linux', () => {
    const linux = machine('linux', { PATH: '/opt/tools:/usr/bin' }, '/opt/tools/chromium')
    expect(findBrowser(linux)).toBe('/opt/tools/chromium')
  })

  it('finds a snap on Linux although PATH does not name its folder', () => {
    expect(findBrowser(machine('linux', {}, '/snap/bin/chromium'))).toBe('/snap/bin/chromium')
  })

  it('ignores relative folders of PATH, so that a project cannot plant a browser', () => {
    const linux = machine('linux', { PATH: 'node_modules/.bin:.' }, 'node_modules/.bin/chromium')
    expect(findBrowser(linux)).toBeUndefined()
  })

  it('prefers Chrome to Edge', () => {
    const linux = machine('linux', {}, '/usr/bin/microsoft-edge', '/usr/bin/google-chrome')
    expect(findBrowser(linux)).toBe('/usr/bin/google-chrome')
  })

  it("finds an app in the person's own Applications folder on macOS", () => {
    const path = '/Users/ada/Applications/Chromium.app/Contents/MacOS/Chromium'
    expect(findBrowser(machine('darwin', { HOME: '/Users/ada' }, path))).toBe(path)
  })

  it('finds Edge, which every Windows has, under Program Files (x86)', () => {
    const folder = 'C:\\Program Files (x86)'
    const path = `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`
    expect(findBrowser(machine('win32', { 'PROGRAMFILES(X86)': folder }, path))).toBe(path)
  })

  it('takes the browser that STINT_BROWSER names and no other', () => {
    const env = { STINT_BROWSER: '/opt/brave' }
    expect(findBrowser(machine('linux', env, '/opt/brave', '/usr/bin/chromium'))).toBe('/opt/brave')
    expect(findBrowser(machine('linux', env, '/usr/bin/chromium'))).toBeUndefined()
  })

  it('returns undefined where there is none', () => {
    expect(findBrowser(machine('linux', { PATH: '/usr/bin' }))).toBeUndefined()
    expect(findBrowser(machine('darwin', {}))).toBeUndefined()
    expect(findBrowser(machine('win32', {}))).toBeUndefined()
  })
})
