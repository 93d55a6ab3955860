import { describe, expect, it } from 'vitest'
import { machineSettings } from '#shared/ipc/settings.ts'
import { capsOf, shortcutOf } from '../../renderer/features/settings/shortcut-keys.ts'

const press = (key: string, code: string, ...held: ('ctrl' | 'alt' | 'shift' | 'meta')[]) => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
  metaKey: held.includes('meta'),
})

describe('keys that work in every program', () => {
  it.each([
    [press('t', 'KeyT', 'ctrl', 'alt'), 'Ctrl+Alt+T'],
    [press(' ', 'Space', 'ctrl', 'alt'), 'Ctrl+Alt+Space'],
    [press('ArrowUp', 'ArrowUp', 'ctrl', 'shift'), 'Ctrl+Shift+Up'],
    [press('F5', 'F5', 'meta'), 'Super+F5'],
    [press('+', 'Equal', 'ctrl'), 'Ctrl+Plus'],
    // Alt makes another letter of it on some keyboards.
    [press('ŧ', 'KeyT', 'ctrl', 'alt'), 'Ctrl+Alt+T'],
  ])('are caught as the core keeps them: %o', (pressed, shortcut) => {
    expect(shortcutOf(pressed, false)).toBe(shortcut)
    expect(machineSettings.shape.timerShortcut.safeParse(shortcut).success).toBe(true)
  })

  it('are none yet without a letter, and none that would take one from every program', () => {
    expect(shortcutOf(press('Control', 'ControlLeft', 'ctrl'), false)).toBeUndefined()
    expect(shortcutOf(press('T', 'KeyT', 'shift'), false)).toBeUndefined()
    expect(shortcutOf(press('t', 'KeyT'), false)).toBeUndefined()
  })

  it('are written as the keyboard has them', () => {
    expect(shortcutOf(press('t', 'KeyT', 'meta'), true)).toBe('Cmd+T')
    expect(capsOf('Ctrl+Alt+T', false)).toEqual(['Ctrl', 'Alt', 'T'])
    expect(capsOf('Ctrl+Cmd+T', true)).toEqual(['⌃', '⌘', 'T'])
  })
})
