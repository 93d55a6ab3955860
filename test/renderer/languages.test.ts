/** Switching the language, the formats and single keys, in the whole window. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MachineSettings } from '#shared/ipc/settings.ts'
import { setFormats, defaultFormats } from '../../renderer/ui/format.ts'
import { setSingleKeys } from '../../renderer/ui/single-keys.ts'
import { setClock, today } from './support/clock.ts'
import { type TestCore, running, studio, worked } from './support/core.ts'
import { type Screen, show, showPage } from './support/mount.ts'
import { until } from '../support/until.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
  await worked(core, { start: 540 })
})
afterEach(() => {
  setFormats(defaultFormats)
  setSingleKeys(true)
})

const set = (settings: Partial<MachineSettings>) => core.do('settings.set', settings)
const says = (screen: Screen, words: string) =>
  until(async () => {
    await screen.settle(1)
    expect(screen.wrapper.text().replaceAll(/\s/g, ' ')).toContain(words)
  })

/** Every page, with the texts of all its parts. */
const pages = [
  ...['/', '/week', '/timesheet', '/expenses', '/reports', '/categories', '/categories/webhooks'],
  ...['/projects', '/projects/clients', '/projects/tasks', '/projects/charges', '/projects/people'],
  ...['/sync', '/history', '/transfer', '/transfer/export', '/matching', '/settings'],
]

/** Texts and accessible names in the order of the page, without what was announced last. */
function spoken({ wrapper }: Screen): string[] {
  const root = wrapper.element.parentElement!
  root.querySelector('[aria-live=polite].only-heard')?.replaceChildren()
  return [...root.querySelectorAll('*')]
    .flatMap((element) => [
      ...[...element.childNodes].flatMap((node) => (node.nodeType === 3 ? node.textContent : [])),
      ...['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name)),
      element instanceof HTMLInputElement ? element.value : '',
    ])
    .flatMap((text) => text?.trim() || [])
}

describe('the language', () => {
  it('is loaded before the first content, and changes everything at once', async () => {
    await set({ language: 'de' })
    const screen = await show(core)
    const seen: string[] = []
    await until(async () => {
      await screen.settle(1)
      const text = screen.wrapper.text()
      seen.push(text)
      expect(text).toContain('Donnerstag')
    })
    expect(seen.filter((text) => /Today|Day before|Settings/.test(text))).toEqual([])
    expect(screen.wrapper.text()).toContain('Einstellungen')
    expect(screen.wrapper.text()).toContain('19. November')
    expect(document.documentElement.lang).toBe('de')

    await set({ language: 'en' })
    await says(screen, 'Settings')
    expect(document.documentElement.lang).toBe('en')
    expect(screen.wrapper.text()).toContain('19 November')
    expect(screen.wrapper.text()).not.toContain('Einstellungen')
  })

  it('is that of quotation marks around what the service says, and within it', async () => {
    await set({ language: 'de' })
    core.service.validate = () => ({ notes: ['"viel" sagt „nichts“'] })
    await worked(core, { notes: 'viel', start: 600 })
    await core.sync()
    const screen = await show(core)
    await says(screen, '„‚viel‘ sagt ‚nichts‘“')
  })

  it('applies to the sentences of the core, too', async () => {
    await set({ language: 'de' })
    await core.do('history.undo', {})
    const screen = await show(core)
    await says(screen, 'Einstellungen')
    await screen.press('z')
    await says(screen, 'Nichts rückgängig zu machen')
  })

  it.each(pages)('is that of the whole page %s at once', async (path) => {
    await core.do('expenses.create', {
      ...{ project: 1, charge: null, quantity: 1, date: today, chargeable: true },
      ...{ name: 'Courier', unit_charge: 2400 },
    })
    await running(core, 20)
    const screen = await showPage(core, path)
    await set({ language: 'de' })
    await screen.settle(100)
    const switched = spoken(screen)
    screen.wrapper.unmount()
    expect(switched).toEqual(spoken(await showPage(core, path)))
  })

  it('loads the texts of pages along', async () => {
    const screen = await show(core, undefined, {}, '#/settings')
    await import('../../renderer/features/settings/SettingsPage.vue')
    await says(screen, 'Language and formats')
    await set({ language: 'de' })
    await says(screen, 'Sprache und Formate')
    expect(screen.wrapper.text()).not.toContain('Language and formats')
  })
})

describe('formats', () => {
  it('follow the settings at once', async () => {
    const screen = await show(core)
    expect(screen.wrapper.text()).toContain('09:00')
    await set({ locale: 'en-US', lengths: 'decimal' })
    await says(screen, '9:00 AM')
    await says(screen, '1.00 h 4 × 15')
  })

  it('show an amount in the currency of the region', async () => {
    const screen = await showPage(core, '/settings')
    await says(screen, '£1,234.56')
    await set({ locale: 'en-US' })
    await says(screen, '$1,234.56')
  })
})

describe('single keys', () => {
  it('do nothing when they are switched off, and are not shown', async () => {
    await set({ singleKeys: false })
    const screen = await show(core)
    await import('../../renderer/app/keys/ShortcutSheet.vue')
    for (const key of ['n', '?', 'x', '1', '/']) await screen.press(key)
    await screen.press('Z', { shiftKey: true })
    await screen.press('g')
    await screen.press('s')
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
    expect(screen.wrapper.find('dialog').exists()).toBe(false)
    expect(screen.wrapper.get('h1').text()).toContain('Thursday')
    expect((await core.do('timer.status')).running).toBe(false)
    expect(core.calls.map(({ name }) => name)).not.toContain('history.redo')

    await screen.press('z', { ctrlKey: true })
    expect(core.calls.map(({ name }) => name)).toContain('history.undo')
    const caps = screen.wrapper.findAll('kbd').map((cap) => cap.text())
    expect(caps.filter((cap) => cap.length === 1)).toEqual([])
  })
})
