import { describe, expect, it } from 'vitest'
import { hasScreen, windowArguments } from '../../electron/browser/open-window.ts'

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
    const url = 'http://127.0.0.1:1/open?ticket=x'
    expect(windowArguments(url, '/profile', false)).toEqual([
      `--app=${url}`,
      '--user-data-dir=/profile',
      '--no-first-run',
      '--no-default-browser-check',
    ])
    expect(windowArguments(url, '/profile', true)).toContain('--no-sandbox')
  })
})
