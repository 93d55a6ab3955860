import { beforeEach, describe, expect, it } from 'vitest'
import type { Trouble } from '#shared/ipc/integrity.ts'
import type { SyncPhase } from '#shared/ipc/views.ts'
import { main as en } from '../../renderer/app/messages/en/main.ts'
import { hueOf } from '../../renderer/ui/project-hue.ts'
import { shortDayOf, spokenDuration } from '../../renderer/ui/format.ts'
import type { Connection } from '../../renderer/ipc/wire.ts'
import { quietSync, type FakeCore } from './support/fake-core.ts'
import { now, setClock, show, studio, worked } from './support/mount.ts'

let core: FakeCore
beforeEach(() => {
  setClock()
  core = studio()
})

const phases: [SyncPhase, number, string][] = [
  [{ is: 'idle' }, 0, 'Up to date 14:10'],
  [{ is: 'idle' }, 2, 'To send 2 saved here'],
  [{ is: 'sending', done: 2, of: 6 }, 6, 'Sending 2 of 6'],
  [{ is: 'fetching', page: 3, pages: 14 }, 0, 'Fetching 3 of 14 pages'],
  [{ is: 'offline', since: now, nextTry: now + 40_000 }, 6, 'Offline 6 saved here'],
  [{ is: 'offline', since: now, nextTry: now + 40_000 }, 0, 'Offline'],
  [{ is: 'portal', since: now, nextTry: now + 40_000 }, 6, 'Network wants a login 6 saved here'],
  [
    { is: 'service', why: 'trouble', since: now, nextTry: now + 40_000 },
    1,
    'Service not available 1 saved here',
  ],
  [{ is: 'signed-out' }, 6, 'Sign in to send 6 saved'],
  [{ is: 'clock', ahead: 3_600_000 }, 0, 'Check the clock 1:00 ahead'],
  [{ is: 'clock', ahead: -7_500_000 }, 0, 'Check the clock 2:05 behind'],
  [{ is: 'paused' }, 6, 'Paused 6 saved here'],
  [{ is: 'local' }, 3, 'On this machine only'],
]

describe('the sync line', () => {
  it.each(phases)('says %o with %i pending as %j', async (phase, pending, words) => {
    core.sync = {
      ...quietSync,
      phase,
      pending,
      lastSync: Date.parse('2026-11-19T14:10:00Z'),
    }
    const screen = await show(core)
    const line = screen.wrapper.get('.rail [role=status]')
    const said = line.findAll('span').map((part) => part.text())
    expect(said.join(' ').trim()).toBe(words)
  })

  it('follows what sync does', async () => {
    const screen = await show(core)
    core.emit({
      event: 'sync',
      status: { ...quietSync, phase: { is: 'signed-out' } },
    })
    await screen.settle()
    expect(screen.wrapper.get('.rail [role=status]').text()).toContain('Sign in to send')
  })
})

describe('keys', () => {
  it('do nothing on the page while a field has the focus', async () => {
    const screen = await show(core)
    screen.wrapper.get<HTMLInputElement>('.text input').element.focus()
    await screen.press('n')
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
  })

  it('of a sequence work one after the other only', async () => {
    const screen = await show(core)
    await import('../../renderer/features/sync/SyncPage.vue')
    await screen.press('s', { ctrlKey: true })
    expect(screen.wrapper.get('h1').text()).toContain('Thursday')
    await screen.press('g')
    await screen.press('s')
    await screen.settle()
    expect(screen.wrapper.get('h1').text()).toBe('Sync')
    expect(core.timer.running).toBe(false)
  })

  it('are listed by ? and nothing else works meanwhile', async () => {
    const screen = await show(core)
    await import('../../renderer/app/layout/KeySheet.vue')
    await screen.press('?')
    await screen.settle()
    const sheet = screen.wrapper.get('dialog')
    expect(sheet.text()).toContain('Start or stop the timer')
    await screen.press('n')
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
  })
})

describe('the window', () => {
  it('follows the theme of the settings', async () => {
    core.state = { ...core.state, settings: { ...core.state.settings, theme: 'dark' } }
    const screen = await show(core)
    expect(document.documentElement.dataset.theme).toBe('dark')
    core.state = { ...core.state, settings: { ...core.state.settings, theme: 'light' } }
    core.emit({ event: 'app' })
    await screen.settle()
    expect(document.documentElement.dataset.theme).toBe('light')
  })

  it('says that Stint is not running while the core is away, and keeps what is on screen', async () => {
    let tell: (connection: Connection) => void = () => {}
    core.onConnection = (listener) => {
      tell = listener
      return () => {}
    }
    worked(core, { local: 1 })
    const screen = await show(core)
    tell('away')
    await screen.settle()
    expect(screen.wrapper.text()).toContain('Start it again and this window comes back.')
    expect(screen.wrapper.find('[data-entry="1"]').exists()).toBe(true)
    tell('open')
    await screen.settle()
    expect(screen.wrapper.text()).not.toContain('Start it again')
  })

  it('says why the database cannot be used, and asks the core for nothing more', async () => {
    const trouble: Trouble = {
      is: 'full',
      message: 'The disk is full. Free some space.',
      ways: ['retry'],
      backups: [],
    }
    core.state = { ...core.state, trouble }
    const screen = await show(core)
    // The page is a chunk of its own.
    await import('../../renderer/features/trouble/TroubleScreen.vue')
    await screen.settle()
    expect(screen.wrapper.text()).toContain('The disk is full. Free some space.')
    expect(core.calls.map(({ name }) => name)).toEqual(['app.state'])
  })

  it('reads once more, not many times, when several changes come at once', async () => {
    const screen = await show(core)
    for (let time = 0; time < 3; time++) await screen.settle()
    const before = core.calls.filter(({ name }) => name === 'times.days').length
    for (let time = 0; time < 10; time++) core.changed('time')
    await screen.settle()
    await screen.settle()
    const readings = core.calls.filter(({ name }) => name === 'times.days').length - before
    expect(readings).toBeGreaterThan(0)
    // Two readers (the list and what can be started again), each at most twice.
    expect(readings).toBeLessThanOrEqual(4)
  })
})

describe('words', () => {
  it('never blame and never say that something failed', () => {
    expect(JSON.stringify(en)).not.toMatch(/\b(error|failed|invalid|oops|sorry)\b/i)
  })

  it('read days and lengths as people do', () => {
    expect(shortDayOf('2026-11-19')).toBe('Thu 19 Nov')
    expect(spokenDuration(65)).toBe('1 hour 5 minutes')
    expect(spokenDuration(120)).toBe('2 hours')
  })
})

describe('colours of projects', () => {
  it('stay the same for a code, and internal work is steel', () => {
    expect(hueOf('WEB')).toBe(hueOf('WEB'))
    expect(new Set(['WEB', 'APP', 'BRD', 'MUS', 'PAC'].map((code) => hueOf(code))).size).toBe(5)
    expect(hueOf('WEB', true)).toBe('steel')
  })
})
