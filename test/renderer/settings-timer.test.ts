import { beforeEach, describe, expect, it } from 'vitest'
import type { DesktopState } from '#shared/ipc/desktop.ts'
import SettingsPage from '../../renderer/features/settings/SettingsPage.vue'
import { fullDesktop } from './support/records.ts'
import { setClock } from './support/clock.ts'
import { type TestCore, studio } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

const open = () => show(core, SettingsPage)
const lineOf = (screen: Screen, label: string) =>
  screen.wrapper.findAll('.setting').find((one) => one.get('.words > div').text() === label)!
const onDesktop = async () => {
  core = await studio({ host: 'electron', desktop: fullDesktop })
}

describe('a length that can be switched off', () => {
  it('is saved when its field is left, and shown in the usual format', async () => {
    const screen = await open()
    const field = lineOf(screen, 'Ask after').get('input')
    await field.setValue('20')
    await field.trigger('blur')
    expect(core.asked('settings.set')).toMatchObject({ idleMinutes: 20 })
  })

  it('says which values are valid, and keeps the former one', async () => {
    const screen = await open()
    const field = lineOf(screen, 'Ask after').get('input')
    await field.setValue('soon')
    await field.trigger('blur')
    expect(lineOf(screen, 'Ask after').text()).toContain('Enter a duration from 1 to 240')
    expect(field.attributes('aria-invalid')).toBe('true')
    expect(core.asked('settings.set')).toBeUndefined()
  })

  it('shows what another window sets, but not over what is being typed', async () => {
    const screen = await open()
    const field = lineOf(screen, 'Ask after').get('input')
    const setElsewhere = async (idleMinutes: number) => {
      await core.do('settings.set', { idleMinutes })
      await screen.settle()
    }
    await setElsewhere(12)
    expect(field.element.value).toBe('12')
    await field.setValue('25')
    await setElsewhere(15)
    expect(field.element.value).toBe('25')
    await field.trigger('blur')
    expect(core.asked('settings.set')).toMatchObject({ idleMinutes: 25 })
  })

  it('is switched off and on', async () => {
    const screen = await open()
    await lineOf(screen, 'Ask after').get('[role=switch]').trigger('click')
    await screen.settle()
    expect(core.asked('settings.set')).toMatchObject({ idleMinutes: null })
    expect(lineOf(screen, 'Ask after').find('input').exists()).toBe(false)
    await lineOf(screen, 'Daily target').get('[role=switch]').trigger('click')
    await screen.settle()
    expect(core.asked('settings.set')).toMatchObject({ dailyTarget: 450 })
    expect(lineOf(screen, 'Daily target').get('input').element.value).toBe('7:30')
  })
})

describe('the working day', () => {
  it('has days and hours', async () => {
    const screen = await open()
    const friday = lineOf(screen, 'Days').findAll('button')[4]!
    expect(friday.attributes('aria-pressed')).toBe('true')
    await friday.trigger('click')
    await screen.settle()
    expect(core.asked('settings.set')).toMatchObject({ workingHours: { days: [1, 2, 3, 4] } })
    const [from] = lineOf(screen, 'Hours').findAll('input')
    await from!.setValue('8:30')
    await from!.trigger('blur')
    expect(core.asked('settings.set')).toMatchObject({ workingHours: { from: 510, to: 1050 } })
  })

  it('says that an end comes after its begin', async () => {
    const screen = await open()
    const [, to] = lineOf(screen, 'Hours').findAll('input')
    await to!.setValue('8')
    await to!.trigger('blur')
    expect(lineOf(screen, 'Hours').text()).toContain('The end must be after the start')
    expect(core.asked('settings.set')).toBeUndefined()
  })
})

describe('the signals of the machine', () => {
  it('are explained where there are none', async () => {
    const text = (await open()).wrapper.text()
    expect(text).toContain('Browsers don’t report idle time')
    expect(text).toContain('Browsers don’t report sleep')
    expect(text).toContain('A browser sees keys only while its window is in front')
    expect(text).toContain('Only the desktop app can start at login')
    expect(text).toContain('Stored in a file only you can read')
  })

  it('need no explanation where all exist', async () => {
    await onDesktop()
    const text = (await open()).wrapper.text()
    expect(text).toContain('Stint can tell how long')
    expect(text).not.toMatch(/browser/i)
    expect(text).not.toContain('Not available here')
    expect(text).toContain('Stored in the system keychain')
  })

  it('lead to a policy for each', async () => {
    await onDesktop()
    const screen = await open()
    const stop = lineOf(screen, 'Lock')
      .findAll('[role=radio]')
      .find((one) => one.text() === 'Stop')!
    await stop.trigger('click')
    await screen.settle()
    expect(core.asked('settings.set')).toMatchObject({ whenLocked: 'stop' })
  })
})

describe('the mini timer', () => {
  const described = async (desktop?: Partial<DesktopState>) => {
    core = await studio(desktop && { host: 'electron', desktop: { ...fullDesktop, ...desktop } })
    return lineOf(await open(), 'Mini timer').text()
  }
  const below = 'This desktop (Wayland) doesn’t let apps keep a window on top.'

  it('is said to stay below other windows where a desktop keeps none on top', async () => {
    expect(await described({ alwaysOnTop: false })).toContain(below)
  })

  it('is said to stay on top elsewhere', async () => {
    const text = await described({})
    expect(text).toContain('A small window that stays on top.')
    expect(text).not.toContain(below)
  })

  it('is described as the browser’s where there is no desktop', async () => {
    expect(await described()).not.toContain(below)
  })
})

describe('global shortcuts', () => {
  beforeEach(onDesktop)

  it('are recorded when they are pressed', async () => {
    const screen = await open()
    await lineOf(screen, 'Open quick entry').get('button').trigger('click')
    await screen.settle()
    expect(document.activeElement?.textContent).toBe('Press keys')
    await screen.press('Control', { code: 'ControlLeft', ctrlKey: true })
    expect(core.asked('settings.set')).toBeUndefined()
    await screen.press('e', { code: 'KeyE', ctrlKey: true, altKey: true })
    expect(core.asked('settings.set')).toMatchObject({ entryShortcut: 'Ctrl+Alt+E' })
    expect(document.activeElement?.textContent).toContain('Change')
  })

  it('stay what they are with Esc, and are off with Backspace', async () => {
    await core.do('settings.set', { timerShortcut: 'Ctrl+Alt+T' })
    const screen = await open()
    const line = () => lineOf(screen, 'Start or stop timer')
    await line().get('button').trigger('click')
    await screen.settle()
    await screen.press('Escape')
    expect(core.asked('settings.set')).toBeUndefined()
    await line().get('button').trigger('click')
    await screen.settle()
    await screen.press('Backspace')
    expect(core.asked('settings.set')).toMatchObject({ timerShortcut: null })
  })

  it('show that another program has them', async () => {
    core = await studio({ host: 'electron', desktop: { ...fullDesktop, entryShortcut: 'taken' } })
    await core.do('settings.set', { entryShortcut: 'Ctrl+Alt+Space' })
    const screen = await open()
    expect(lineOf(screen, 'Open quick entry').text()).toContain(
      'Another app already uses Ctrl Alt Space. Choose a different shortcut, or leave it off.',
    )
  })

  it('show that a desktop was asked which gives no answer', async () => {
    const desktop = { ...fullDesktop, entryShortcut: 'asked', timerShortcut: 'asked' } as const
    core = await studio({ host: 'electron', desktop })
    await core.do('settings.set', { entryShortcut: 'Ctrl+Alt+Space' })
    const screen = await open()
    expect(lineOf(screen, 'Open quick entry').text()).toContain('Press the keys once to check.')
    // Shortcuts that are off were not requested.
    expect(lineOf(screen, 'Start or stop timer').text()).not.toContain('asked')
  })
})

describe('the list of sections', () => {
  it('leads to each, with the focus on its heading', async () => {
    const screen = await open()
    const link = screen.wrapper.findAll('nav a').find((one) => one.text() === 'Idle and sleep')!
    await link.trigger('click')
    await screen.settle()
    expect(link.attributes('aria-current')).toBe('true')
    expect(document.activeElement?.textContent).toBe('Idle')
  })
})
