import { describe, expect, it } from 'vitest'
import {
  hasScreen,
  appWindowArguments,
  withoutSecrets,
} from '../../electron/browser/open-app-window.ts'
import { windowFolder } from '../../electron/browser/window-folder.ts'

describe('opening a window', () => {
  it('needs a screen, which only Linux machines may lack', () => {
    expect(hasScreen('linux', {})).toBe(false)
    expect(hasScreen('linux', { DISPLAY: '' })).toBe(false)
    expect(hasScreen('linux', { DISPLAY: ':0' })).toBe(true)
    expect(hasScreen('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasScreen('darwin', {})).toBe(true)
    expect(hasScreen('win32', {})).toBe(true)
  })

  it('gives up Chromium’s sandbox only as root', () => {
    const url = 'file:///profile/opening/stint.html?x'
    expect(appWindowArguments(url, '/profile', false)).toEqual([
      `--app=${url}`,
      '--user-data-dir=/profile',
      '--no-first-run',
      '--no-default-browser-check',
    ])
    expect(appWindowArguments(url, '/profile', true)).toContain('--no-sandbox')
  })

  it('hands no secret on to the browser', () => {
    const env = {
      PATH: '/bin',
      DISPLAY: ':0',
      STINT_HOME: '/home/ada/stint',
      STINT_TOKEN: 'secret',
      PGPASSWORD: 'secret',
      STINT_SERVICE_DATABASE: 'postgres://stint:secret@localhost/stint',
    }
    expect(withoutSecrets(env)).toEqual({
      PATH: '/bin',
      DISPLAY: ':0',
      STINT_HOME: '/home/ada/stint',
    })
  })
})

describe('the folder of a window', () => {
  const home = '/home/ada/.local/share/stint'
  const machine = (scripts: Record<string, string> = {}, missing: string[] = []) => ({
    homedir: '/home/ada',
    isFolder: (path: string) => !missing.includes(path),
    headOf: (path: string) => scripts[path] ?? '\x7fELF',
  })

  it('is in the data folder, which an ordinary browser can read though it is hidden', () => {
    expect(windowFolder('/usr/bin/chromium', home, machine())).toBe(`${home}/browser`)
    expect(windowFolder('/opt/google/chrome', home, machine())).toBe(`${home}/browser`)
  })

  it('is in the snap’s own folder, the only hidden or foreign one that a snap can read', () => {
    const own = /^\/home\/ada\/snap\/chromium\/common\/stint-[0-9a-f]{12}$/
    expect(windowFolder('/snap/bin/chromium', home, machine())).toMatch(own)
    // Ubuntu's package chromium-browser.
    const script =
      '#!/bin/sh\nif ! [ -x /snap/bin/chromium ]; then\n exit 1\nfi\nexec /snap/bin/chromium "$@"\n'
    const named = '/usr/bin/chromium-browser'
    expect(windowFolder(named, home, machine({ [named]: script }))).toMatch(own)
  })

  it('is in the flatpak’s own folder', () => {
    const path = '/var/lib/flatpak/exports/bin/com.google.Chrome'
    const script =
      '#!/bin/sh\nexec /usr/bin/flatpak run --branch=stable --arch=x86_64 --command=/app/bin/chrome --file-forwarding com.google.Chrome @@u "$@" @@\n'
    expect(windowFolder(path, home, machine({ [path]: script }))).toMatch(
      /^\/home\/ada\/\.var\/app\/com\.google\.Chrome\/data\/stint-[0-9a-f]{12}$/,
    )
  })

  it('is another one for another data folder', () => {
    const folder = (of: string) => windowFolder('/snap/bin/chromium', of, machine())
    expect(folder('/home/ada/one')).not.toBe(folder('/home/ada/other'))
  })

  it('does not exist before the snap was ever started, so the address is printed', () => {
    const missing = ['/home/ada/snap/chromium/common']
    expect(windowFolder('/snap/bin/chromium', home, machine({}, missing))).toBeNull()
  })
})
