import { writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { ok } from '#shared/errors.ts'
import type { SyncPhase } from '#shared/ipc/call-results.ts'
// Loaded when they are first opened; here they are there already.
import '../../renderer/app/keys/ShortcutSheet.vue'
import '../../renderer/features/timer/palette/PaletteDialog.vue'
import { main as en } from '../../renderer/app/messages/en/main.ts'
import { formatShortDay, formatSpokenDuration } from '../../renderer/ui/format.ts'
import type { ConnectionState } from '../../renderer/ipc/transport.ts'
import { until } from '../support/until.ts'
import { now, setClock } from './support/clock.ts'
import { type TestCore, studio, worked } from './support/core.ts'
import { pressOn, show, showPage } from './support/mount.ts'
import { quietSync } from './support/records.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

const phases: [SyncPhase, number, string][] = [
  [{ is: 'idle' }, 0, 'Up to date 14:10'],
  [{ is: 'idle' }, 2, 'Syncing soon 2 changes'],
  [{ is: 'sending', done: 2, of: 6 }, 6, 'Sending 2 of 6'],
  [{ is: 'fetching', page: 3, pages: 14 }, 0, 'Receiving 3 of 14 pages'],
  [{ is: 'offline', since: now, nextTry: now + 40_000 }, 6, 'Offline 6 changes'],
  [{ is: 'offline', since: now, nextTry: now + 40_000 }, 0, 'Offline'],
  [{ is: 'portal', since: now, nextTry: now + 40_000 }, 6, 'Sign in to network 6 changes'],
  [
    { is: 'service', why: 'trouble', since: now, nextTry: now + 40_000 },
    1,
    'Service unavailable 1 change',
  ],
  [
    { is: 'problem', why: 'Couldn’t write to the disk', since: now, nextTry: now + 40_000 },
    2,
    'Sync problem 2 changes',
  ],
  [{ is: 'signed-out' }, 6, 'Sign in to sync 6 changes'],
  [{ is: 'signed-out', movedTo: 'https://time.test/v2' }, 1, 'Service has moved 1 change'],
  [{ is: 'clock', ahead: 3_600_000 }, 0, 'Check your clock 1:00 ahead'],
  [{ is: 'clock', ahead: -7_500_000 }, 0, 'Check your clock 2:05 behind'],
  [{ is: 'paused' }, 6, 'Paused 6 changes'],
  [{ is: 'local' }, 3, 'On this computer only'],
]

describe('the sync line', () => {
  it.each(phases)('shows %o with %i pending as %j', async (phase, pending, words) => {
    const lastSync = Date.parse('2026-11-19T14:10:00Z')
    core.script['sync.status'] = () => ok({ ...quietSync, phase, pending, lastSync })
    const screen = await show(core)
    const line = screen.wrapper.get('.rail [role=status]')
    const said = line.findAll('.state, .detail').map((part) => part.text())
    expect(said.join(' ').trim()).toBe(words)
  })

  it.each([
    [undefined, 'Not synced yet'],
    ['2026-11-19T14:10:00Z', 'Last full sync 14:10'],
    ['2026-11-17T14:10:00Z', 'Last synced 14:10 Last full sync Tue 17 Nov 14:10'],
  ])('shows on its page when everything was read (%s)', async (complete, words) => {
    const lastSync = complete === undefined ? null : Date.parse('2026-11-19T14:10:00Z')
    const lastComplete = complete === undefined ? null : Date.parse(complete)
    core.script['sync.status'] = () => ok({ ...quietSync, lastSync, lastComplete })
    const screen = await show(core)
    await import('../../renderer/features/sync/SyncPage.vue')
    await screen.press('g')
    await screen.press('s')
    await screen.settle(10)
    const said = screen.wrapper.findAll('.status .when span').map((part) => part.text())
    expect(said.join(' ')).toBe(words)
  })

  it.each([
    [{ held: 120, drafts: 127, inbox: 1 }, 'Needs review 247 changes'],
    [{ held: 120, drafts: 1_127 }, '120 need matching 1,127 drafts'],
    [{ drafts: 2 }, '2 drafts'],
  ])('names what waits for the person: %o as %j', async (counts, words) => {
    const lastSync = Date.parse('2026-11-19T14:10:00Z')
    core.script['sync.status'] = () => ok({ ...quietSync, lastSync, ...counts })
    const screen = await showPage(core, '/sync')
    const line = screen.wrapper.get('.rail [role=status]')
    const said = line.findAll('.state, .detail').map((part) => part.text())
    expect(said.join(' ').trim()).toBe(words)
    const more = screen.wrapper.get('.rail .in-bar [role=img]').attributes('aria-label')
    expect(more).toBe(words)
    expect(screen.wrapper.get('.status .words .strong').text()).toBe(said[0])
  })

  it('counts a change together with the list of what is unsent', async () => {
    const screen = await show(core)
    await import('../../renderer/features/sync/SyncPage.vue')
    await screen.press('g')
    await screen.press('s')
    await screen.settle(10)
    await worked(core)
    await screen.settle()
    expect(screen.wrapper.findAll('.outbox li')).toHaveLength(1)
    expect(screen.wrapper.get('.rail [role=status]').text()).toContain('1 change')
  })

  it('does not go back to an older status that was asked for before', async () => {
    const screen = await show(core)
    const answer = core.hold('sync.status')
    core.emit({ event: 'changed', resource: 'time', locals: 'all' })
    await screen.settle()
    await core.do('sync.pause')
    answer()
    await screen.settle()
    expect(screen.wrapper.get('.rail [role=status]').text()).toContain('Paused')
  })

  it('follows what sync does', async () => {
    const screen = await show(core)
    core.service.tokens.clear()
    await core.sync()
    await screen.settle()
    expect(screen.wrapper.get('.rail [role=status]').text()).toContain('Sign in to sync')
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
    expect((await core.do('timer.status')).running).toBe(false)
  })

  it('of a page reach it when they are pressed before it is there', async () => {
    const screen = await show(core)
    // Another test may have loaded the page already.
    let arrive: () => void = () => expect.unreachable('the page is not loading')
    screen.wrapper.vm.$router.beforeResolve(
      () => new Promise<void>((resolve) => (arrive = resolve)),
    )
    await screen.press('g')
    await screen.press('e')
    expect(screen.wrapper.find('h1').text()).toContain('Thursday')
    for (const key of 'nSx') await screen.press(key)
    await until(async () => {
      await screen.settle(10)
      arrive()
      expect(screen.wrapper.find('h1').text()).toContain('Expenses')
      expect(screen.wrapper.get<HTMLInputElement>('.panel form input').element.value).toBe('Sx')
    })
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
  })

  it('are pressed in order, also those that lead on to a third page', async () => {
    const screen = await show(core)
    await screen.press('g')
    await screen.press('h')
    await screen.press('g')
    await screen.press('c')
    await screen.press('n')
    await until(async () => {
      await screen.settle(10)
      expect(screen.wrapper.find('h1').text()).toContain('Categories')
      expect(screen.wrapper.find('.panel form').exists()).toBe(true)
    })
  })

  it.each([
    ['the command menu', '/', 'l', 'dialog input'],
    ['a form', '/', 'n', '.entry-form input'],
    ['what is read first', '/categories', 'e', '.panel form input'],
  ])(
    'open %s, and what is typed before it is there is in it',
    async (_what, path, opener, field) => {
      await core.do('categories.create', { name: 'Print', tasks: [1], charges: [] })
      const screen = await showPage(core, path)
      await screen.press('j')
      for (const key of opener + 'sX z') {
        pressOn(document.activeElement ?? document.body, key)
        await nextTick()
      }
      await until(async () => {
        await screen.settle(10)
        expect(screen.wrapper.get<HTMLInputElement>(field).element.value).toBe('sX z')
      })
      expect(core.asked('timer.start')).toBeUndefined()
      expect(core.asked('history.undo')).toBeUndefined()
    },
  )

  it('save a form that was still loading with all that was typed into it', async () => {
    const screen = await showPage(core, '/projects/tasks')
    for (const key of 'nLetterx') pressOn(document.activeElement ?? document.body, key)
    pressOn(document.activeElement ?? document.body, 'Backspace')
    for (const key of 'press') pressOn(document.activeElement ?? document.body, key)
    pressOn(document.activeElement ?? document.body, 'Enter', { ctrlKey: true })
    await until(async () => {
      await screen.settle(10)
      expect(core.asked('tasks.add')).toMatchObject({ name: 'Letterpress' })
    })
    expect(screen.wrapper.find('.panel form').exists()).toBe(false)
  })

  it('save a form that was still loading with Enter in its field', async () => {
    const screen = await showPage(core, '/projects/tasks')
    for (const key of [...'nLetterpress', 'Enter']) {
      pressOn(document.activeElement ?? document.body, key)
    }
    await until(async () => {
      await screen.settle(10)
      expect(core.asked('tasks.add')).toMatchObject({ name: 'Letterpress' })
    })
  })

  it('go through the fields of a form that was still loading', async () => {
    const screen = await showPage(core, '/projects/charges')
    for (const key of [...'nMileage', 'Tab', ...'0.88', 'Tab', ...'NZD']) {
      pressOn(document.activeElement ?? document.body, key)
    }
    await until(async () => {
      await screen.settle(10)
      const fields = screen.wrapper.findAll<HTMLInputElement>('.panel form input')
      expect(fields.map(({ element }) => element.value)).toEqual(['Mileage', '0.88', 'NZD', ''])
    })
  })

  it('give up a form that is loading with Esc, and what was typed for it', async () => {
    const screen = await show(core)
    for (const key of ['n', 's', 'Escape']) {
      pressOn(document.activeElement ?? document.body, key)
      await nextTick()
    }
    await vi.dynamicImportSettled()
    await screen.settle(50)
    expect(screen.wrapper.find('.panel form').exists()).toBe(false)
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
    expect(core.asked('timer.start')).toBeUndefined()
  })

  it('open one dialog, also when two are requested before the first has loaded', async () => {
    const screen = await show(core)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true }))
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))
    await until(() => expect(document.querySelector('dialog')).not.toBeNull())
    await screen.settle(10)
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
    await screen.press('Escape')
  })

  it('are listed by ?, which blocks all other keys while it is open', async () => {
    const screen = await show(core)
    await screen.press('?')
    const sheet = await until(async () => {
      await screen.settle()
      return screen.wrapper.get('dialog')
    })
    expect(sheet.text()).toContain('Start or stop timer')
    await screen.press('n')
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
  })
})

describe('the window', () => {
  it('follows the theme of the settings', async () => {
    await core.do('settings.set', { theme: 'dark' })
    const screen = await show(core)
    expect(document.documentElement.dataset.theme).toBe('dark')
    await core.do('settings.set', { theme: 'light' })
    await screen.settle()
    expect(document.documentElement.dataset.theme).toBe('light')
  })

  it('shows that Stint is not running while the core is away, and keeps what is on screen', async () => {
    let tell: (connection: ConnectionState) => void = () => {}
    core.onConnection = (listener) => {
      tell = listener
      return () => {}
    }
    await worked(core)
    const screen = await show(core)
    tell('away')
    await screen.settle()
    expect(screen.wrapper.text()).toContain('this window reconnects')
    expect(screen.wrapper.find('[data-entry="1"]').exists()).toBe(true)
    tell('open')
    await screen.settle()
    expect(screen.wrapper.text()).not.toContain('Start it again')
  })

  it('explains why the database cannot be used, and makes no further calls to the core', async () => {
    await core.restart(() => writeFileSync(core.database, 'no database'))
    const screen = await show(core)
    // The page is a chunk of its own.
    await import('../../renderer/features/database-problem/DatabaseProblemScreen.vue')
    await screen.settle()
    expect(screen.wrapper.text()).toContain('has been replaced by another file')
    expect(core.calls.map(({ name }) => name)).toEqual(['app.state'])
  })

  it('reads once more, not many times, when several changes come at once', async () => {
    const screen = await show(core)
    for (let time = 0; time < 3; time++) await screen.settle()
    const before = core.allAsked('times.inDateRange').length
    for (let time = 0; time < 10; time++) {
      core.emit({ event: 'changed', resource: 'time', locals: 'all' })
    }
    await screen.settle()
    await screen.settle()
    const readings = core.allAsked('times.inDateRange').length - before
    expect(readings).toBeGreaterThan(0)
    // Two readers (the list and what can be started again), each at most twice.
    expect(readings).toBeLessThanOrEqual(4)
  })
})

describe('the texts', () => {
  it('never blame and never say that something failed', () => {
    expect(JSON.stringify(en)).not.toMatch(/\b(error|failed|invalid|oops|sorry)\b/i)
  })

  it('show days and lengths as people write them', () => {
    expect(formatShortDay('2026-11-19')).toBe('Thu 19 Nov')
    expect(formatSpokenDuration(65)).toBe('1 hour 5 minutes')
    expect(formatSpokenDuration(120)).toBe('2 hours')
  })
})
