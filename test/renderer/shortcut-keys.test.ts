import { describe, expect, it } from 'vitest'
import { machineSettings } from '#shared/ipc/settings.ts'
import { keyCapsOf, readPressedShortcut } from '../../renderer/features/settings/shortcut-keys.ts'

const press = (key: string, code: string, ...held: ('ctrl' | 'alt' | 'shift' | 'meta')[]) => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
  metaKey: held.includes('meta'),
})

describe('global shortcuts', () => {
  it.each([
    [press('t', 'KeyT', 'ctrl', 'alt'), 'Ctrl+Alt+T'],
    [press(' ', 'Space', 'ctrl', 'alt'), 'Ctrl+Alt+Space'],
    [press('ArrowUp', 'ArrowUp', 'ctrl', 'shift'), 'Ctrl+Shift+Up'],
    [press('F5', 'F5', 'meta'), 'Super+F5'],
    [press('+', 'Equal', 'ctrl'), 'Ctrl+Plus'],
    // Alt makes another letter of it on some keyboards.
    [press('ŧ', 'KeyT', 'ctrl', 'alt'), 'Ctrl+Alt+T'],
  ])('are recorded as the core stores them: %o', (pressed, shortcut) => {
    expect(readPressedShortcut(pressed, false)).toBe(shortcut)
    expect(machineSettings.shape.timerShortcut.safeParse(shortcut).success).toBe(true)
  })

  it('are invalid without a letter, or where they would take one from every program', () => {
    expect(readPressedShortcut(press('Control', 'ControlLeft', 'ctrl'), false)).toBeUndefined()
    expect(readPressedShortcut(press('T', 'KeyT', 'shift'), false)).toBeUndefined()
    expect(readPressedShortcut(press('t', 'KeyT'), false)).toBeUndefined()
  })

  it('are written as the keyboard labels them', () => {
    expect(readPressedShortcut(press('t', 'KeyT', 'meta'), true)).toBe('Cmd+T')
    expect(keyCapsOf('Ctrl+Alt+T', false)).toEqual(['Ctrl', 'Alt', 'T'])
    expect(keyCapsOf('Ctrl+Cmd+T', true)).toEqual(['⌃', '⌘', 'T'])
  })
})
