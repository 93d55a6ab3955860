import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { BackupSummary } from '#shared/ipc/integrity.ts'
import type { ListedAccount } from '#shared/ipc/views.ts'
import SettingsPage from '../../renderer/features/settings/SettingsPage.vue'
import { quietSync, type FakeCore } from './support/fake-core.ts'
import { now, setClock, show, studio, worked, type Screen } from './support/mount.ts'

let core: FakeCore
beforeEach(() => {
  setClock()
  core = studio()
  const layers = document.createElement('div')
  layers.id = 'layers'
  document.body.replaceChildren(layers)
})

const here: ListedAccount = {
  account: 'here',
  kind: 'local',
  name: '',
  url: null,
  current: true,
  signedIn: null,
}
const there: ListedAccount = {
  current: false,
  signedIn: true,
  account: 'there',
  kind: 'connected',
  name: 'Harbour Museum',
  url: 'https://time.example.org',
}
const open = () => show(core, SettingsPage)
const asked = (name: string) => core.calls.findLast((call) => call.name === name)?.input
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text() === text)!
const dialogButton = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('dialog button')].find(
    (one) => one.textContent?.trim() === text,
  )!

describe('accounts', () => {
  it('of this machine stand side by side, and are switched between', async () => {
    core.state = { ...core.state, account: here }
    core.override['account.list'] = () => [here, there]
    core.override['account.use'] = () => there
    const screen = await open()
    const other = screen.wrapper.findAll('.setting').find((one) => one.text().includes('Harbour'))!
    expect(other.text()).toContain('https://time.example.org')
    await other.get('button').trigger('click')
    await screen.settle()
    expect(asked('account.use')).toEqual({ account: 'there' })
  })

  it('that stay here can be connected, and say what becomes of the work', async () => {
    core.state = { ...core.state, account: here }
    const screen = await open()
    await button(screen, 'Connect to a service …').trigger('click')
    await screen.settle()
    const dialog = document.querySelector('dialog')!
    expect(dialog.textContent).toContain('Connect this account to a service')
    expect(dialog.textContent).toContain('nothing is sent before')
  })

  it('are signed out of without losing what they hold', async () => {
    core.state = { ...core.state, account: there }
    core.override['account.signOut'] = () => there
    const screen = await open()
    await button(screen, 'Sign out').trigger('click')
    await screen.settle()
    expect(asked('account.signOut')).toEqual({ account: 'there' })
    expect(asked('account.remove')).toBeUndefined()
  })

  it('are removed only after a question that counts what would be lost', async () => {
    core.state = { ...core.state, account: there }
    core.sync = { ...quietSync, pending: 2 }
    const screen = await open()
    await button(screen, 'Disconnect').trigger('click')
    await screen.settle()
    expect(document.querySelector('dialog')!.textContent).toContain(
      '2 changes are saved here only and would be lost.',
    )
    dialogButton('Cancel').click()
    await screen.settle()
    expect(asked('account.remove')).toBeUndefined()
  })
})

describe('backups', () => {
  const backups: BackupSummary[] = [3, 27, 51, 75, 99].map((hours) => ({
    name: `${hours}.db`,
    kind: hours === 3 ? 'asked' : 'daily',
    at: now - hours * 3_600_000,
    bytes: 401_408,
  }))
  beforeEach(() => {
    core.override['backup.list'] = () => backups
  })

  it('are listed newest first, the older ones on request', async () => {
    const screen = await open()
    expect(screen.wrapper.text()).toContain('The newest is of Thu 19 Nov, 11:47.')
    const lines = () => screen.wrapper.findAll('ul[aria-label=Backups] .words')
    expect(lines().map((line) => line.text())).toEqual([
      'Thu 19 Nov, 11:47 · made by you · 401 kB',
      'Wed 18 Nov, 11:47 · of the day · 401 kB',
      'Tue 17 Nov, 11:47 · of the day · 401 kB',
    ])
    await button(screen, '2 more').trigger('click')
    expect(lines()).toHaveLength(5)
  })

  it('are gone back to after a question', async () => {
    core.override['backup.restore'] = () => ({ at: now, message: 'Done', aside: null })
    const screen = await open()
    await button(screen, 'Go back to it').trigger('click')
    await screen.settle()
    expect(document.querySelector('dialog')!.textContent).toContain('Go back to Thu 19 Nov, 11:47?')
    expect(asked('backup.restore')).toBeUndefined()
    dialogButton('Go back to it').click()
    await screen.settle()
    expect(asked('backup.restore')).toEqual({ name: '3.db' })
  })

  it('are made once, however often the button is pressed meanwhile', async () => {
    const made = vi.fn(() => ({ file: '', bytes: 1, times: 3, expenses: 0, unsent: 0 }))
    core.override['backup.make'] = made
    const release = core.hold('backup.make')
    const screen = await open()
    await button(screen, 'Back up now').trigger('click')
    await screen.settle()
    await button(screen, 'Backing up …').trigger('click')
    release()
    await screen.settle()
    expect(made).toHaveBeenCalledTimes(1)
    expect(button(screen, 'Back up now')).toBeDefined()
  })

  it('and all else are looked into, with a line for each finding', async () => {
    core.override['doctor.run'] = () => ({
      fine: false,
      findings: [
        { check: 'database', state: 'fine', text: 'Every page is sound' },
        { check: 'backups', state: 'mended', text: 'A backup that cannot be read was set aside' },
        { check: 'disk', state: 'problem', text: 'Less than 100 MB are free' },
      ],
    })
    const screen = await open()
    await button(screen, 'Look').trigger('click')
    await screen.settle()
    expect(screen.wrapper.findAll('.findings li').map((line) => line.text())).toEqual([
      'FineEvery page is sound',
      'MendedA backup that cannot be read was set aside',
      'Needs youLess than 100 MB are free',
    ])
  })
})

describe('mine and everyone', () => {
  const shared = () => {
    core.state = {
      ...core.state,
      namesUsers: true,
      settings: { ...core.state.settings, everythingIsMine: false },
    }
  }

  it('is asked only where the service tells whose an entry is', async () => {
    expect((await open()).wrapper.text()).not.toContain('What counts as mine')
  })

  it('can be set to count every entry', async () => {
    shared()
    const screen = await open()
    await button(screen, 'Every entry').trigger('click')
    await screen.settle()
    expect(asked('settings.set')).toEqual({ everythingIsMine: true })
  })

  it('shows colleagues’ entries with their names, and leaves gaps and overlaps to mine', async () => {
    shared()
    worked(core, { local: 1, start: 540, quantity: 4 })
    worked(core, { local: 2, start: 560, user: { local: 9, id: 9, name: 'Priya' } })
    worked(core, { local: 3, start: 720, quantity: 4 })
    const days = (whose: string | undefined) => ({
      entries: core.entries.filter(({ local }) => whose === 'everyone' || local !== 2),
      days: [],
      others: whose === 'everyone' ? [2] : [],
    })
    core.override['times.days'] = ({ whose }) => days(whose)
    const screen = await show(core)
    expect(screen.wrapper.find('[data-entry="2"]').exists()).toBe(false)
    await button(screen, 'Everyone').trigger('click')
    await screen.settle()
    expect(asked('times.days')).toMatchObject({ whose: 'everyone' })
    const colleague = screen.wrapper.get('[data-entry="2"]')
    expect(colleague.text()).toContain('Priya')
    expect(colleague.attributes('aria-label')).toContain('Priya')
    expect(colleague.text()).not.toContain('Overlaps')
    expect(screen.wrapper.get('.gap').text()).toContain('2:00 not logged')
  })

  it('comes up by itself once the first sync knows what the service can tell', async () => {
    const screen = await show(core)
    expect(button(screen, 'Everyone')).toBeUndefined()
    shared()
    core.emit({ event: 'sync', status: { ...quietSync, lastSync: now } })
    await screen.settle()
    expect(button(screen, 'Everyone')).toBeDefined()
  })
})
