import { describe, expect, it } from 'vitest'
import { menuTemplate } from '../../electron/main/menu-template.ts'
import { trayItems } from '../../electron/main/tray-menu.ts'
import { desktopMessages } from '../../electron/main/messages/index.ts'
import { settings as germanSettings } from '../../renderer/app/messages/de/settings.ts'
import { settings as english } from '../../renderer/app/messages/en/settings.ts'
import type { CoreSnapshot } from '../../electron/main/core-view.ts'
import type { UnsentCounts } from '#shared/ipc/call-results.ts'
import { saysInstead } from '../support/plain-english.ts'
import { faultsIn, translated } from '../support/plain-german.ts'

const still: CoreSnapshot = {
  state: null,
  timer: { running: false },
  sync: {
    phase: { is: 'offline', since: 0, nextTry: 0 },
    sending: null,
    fetching: null,
    pending: 2,
    held: 0,
    drafts: 0,
    inbox: 0,
    lastSync: null,
    lastComplete: null,
  },
  recents: [],
  favorites: [],
}

/** Every text in a message tree, with the results of functions. */
const texts = (words: unknown): string[] => {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function')
    return texts((words as (...values: unknown[]) => unknown)(2, 'b', 'c'))
  return words && typeof words === 'object' ? Object.values(words).flatMap(texts) : []
}

describe('the texts of the desktop', () => {
  it('are those of the chosen language, or of one that the person reads', () => {
    const german = desktopMessages('de', [])
    expect(german.tray.quit).toBe('Beenden')
    expect(desktopMessages('system', ['xx', 'de-AT', 'en'])).toBe(german)
    expect(desktopMessages('system', ['xx']).tray.quit).toBe('Quit')
    expect(desktopMessages('xx', ['de'])).toBe(german)
    expect(desktopMessages('en', ['de']).tray.quit).toBe('Quit')
  })

  it.each(saysInstead)('do not use %s in English, but: %s', (pattern) => {
    expect(texts(desktopMessages('en', [])).filter((text) => pattern.test(text))).toEqual([])
  })

  it('are plain in German, and end where English ends', () => {
    const both = translated(desktopMessages('en', []), desktopMessages('de', []), 'words/de.ts')
    expect([...new Set(faultsIn(both))]).toEqual([])
  })

  it.each([
    ['en', /Settings → (.*)/g, english],
    ['de', /Einstellungen → (.*)/g, germanSettings],
  ] as const)('name existing sections of Settings (%s)', (language, names, { nav }) => {
    const sections = Object.values(nav)
    const named = texts(desktopMessages(language, [])).flatMap((text) =>
      [...text.matchAll(names)].map(([, rest]) => rest!),
    )
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((rest) => !sections.some((each) => rest.startsWith(each)))).toEqual([])
  })

  it('are in the tray and in the menu', () => {
    const german = desktopMessages('de', [])
    const labels = trayItems(still, 0, german).flatMap((item) =>
      item === 'line' ? [] : item.label,
    )
    expect(labels).toContain('Timer starten')
    expect(labels).toContain('Offline · 2 Änderungen')
    const options = { isPackaged: true, words: german, act() {}, go() {}, openData() {} }
    const menu = JSON.stringify(menuTemplate('linux', options))
    expect(menu).toContain('Einstellungen …')
    expect(menu).toContain('Rückgängig')
    expect(menu).not.toMatch(/"label":"(Settings|Undo|&File)/)
  })

  it('do not claim that everything is synced while something waits for the person', () => {
    const sync = { ...still.sync!, phase: { is: 'idle' as const }, pending: 0, lastSync: 0 }
    const labels = (counts: Partial<UnsentCounts>) =>
      trayItems({ ...still, sync: { ...sync, ...counts } }, 0, desktopMessages('en', [])).flatMap(
        (item) => (item === 'line' ? [] : item.label),
      )
    expect(labels({})).toContain('Up to date')
    expect(labels({ drafts: 3 })).toContain('3 drafts')
    expect(labels({ drafts: 3 })).not.toContain('Up to date')
    expect(labels({ drafts: 3, held: 1 })).toContain('1 needs matching')
    expect(labels({ drafts: 3, held: 1, inbox: 2 })).toContain('2 items to review')
  })

  it('never say that something failed', () => {
    expect(
      texts(desktopMessages('en', [])).filter((text) => /\b(error|failed|invalid)\b/i.test(text)),
    ).toEqual([])
    expect(
      texts(desktopMessages('de', [])).filter((text) => /fehler|ungültig|\bdu\b/i.test(text)),
    ).toEqual([])
  })
})
