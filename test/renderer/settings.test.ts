import { copyFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fileTimestamp } from '#core/backup/account-paths.ts'
import { ok } from '#shared/errors.ts'
import type { DoctorReport } from '#shared/ipc/database-integrity.ts'
import SettingsPage from '../../renderer/features/settings/SettingsPage.vue'
import { now, setClock } from './support/clock.ts'
import { entriesIn, studio, type TestCore, worked } from './support/core.ts'
import { type Screen, show, showPage } from './support/mount.ts'
import { quietSync } from './support/records.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
  const layers = document.createElement('div')
  layers.id = 'layers'
  document.body.append(layers)
})

const open = () => show(core, SettingsPage)
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text() === text)!
const dialogButton = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('dialog button')].find(
    (one) => one.textContent?.trim() === text,
  )!

describe('a choice', () => {
  it('ends with the last key pressed, in any order of the saves', async () => {
    const screen = await open()
    const theme = screen.wrapper.get('[role=radiogroup][aria-label=Theme]')
    const chosen = () => theme.get('[aria-checked=true]')
    const first = core.hold('settings.set')
    await theme.findAll('[role=radio]')[1]!.trigger('click')
    await screen.settle()
    const second = core.hold('settings.set')
    await chosen().trigger('keydown', { key: 'ArrowRight' })
    await screen.settle()
    first()
    await screen.settle()
    expect(chosen().text()).toBe('Dark')
    core.emit({ event: 'app-state-changed' })
    second()
    await screen.settle()
    expect(chosen().text()).toBe('Dark')
    expect((await core.do('app.state')).settings.theme).toBe('dark')
  })
})

describe('accounts', () => {
  it('of this machine are listed, and can be switched', async () => {
    await core.do('account.createLocal')
    const screen = await open()
    const other = screen.wrapper.findAll('.setting').find((one) => one.text().includes('Fernwood'))!
    expect(other.text()).toContain('https://time.test')
    await other.get('button').trigger('click')
    await screen.settle()
    expect(core.asked('account.switch')).toEqual({ account: 'studio' })
    expect((await core.do('app.state')).account).toMatchObject({ name: 'Fernwood Studio' })
  })

  it('of this machine can be connected, and say what happens to the work', async () => {
    core = await studio({ account: 'local' })
    const screen = await open()
    await button(screen, 'Connect to a service…').trigger('click')
    await screen.settle()
    const dialog = document.querySelector('dialog')!
    expect(dialog.textContent).toContain('Connect this account to a service')
    expect(dialog.textContent).toContain('Nothing is sent before that')
  })

  it('are signed out of without losing their records', async () => {
    await worked(core)
    const screen = await open()
    await button(screen, 'Sign out').trigger('click')
    await screen.settle()
    expect(core.asked('account.signOut')).toEqual({ account: 'studio' })
    expect(core.asked('account.remove')).toBeUndefined()
    expect(await core.do('account.list')).toMatchObject([{ account: 'studio', signedIn: false }])
    expect(await core.do('times.list', {})).toMatchObject({ total: 1 })
  })

  it('follow a service that moved once the person agrees', async () => {
    const url = 'https://time.test/stint'
    const phase = { is: 'signed-out', movedTo: url } as const
    core.script['sync.status'] = () => ok({ ...quietSync, phase })
    const account = (await core.do('app.state')).account!
    core.script['account.move'] = () => ok({ ...account, url })
    const screen = await open()
    expect(screen.wrapper.text()).toContain(`Its new address is ${url}`)
    expect(screen.wrapper.text()).not.toContain('New access token')
    await button(screen, 'Use this address').trigger('click')
    await screen.settle()
    expect(core.asked('account.move')).toEqual({ url })
  })

  it('are removed only after a question that counts what would be lost', async () => {
    await worked(core)
    await worked(core)
    const screen = await open()
    await button(screen, 'Disconnect').trigger('click')
    await screen.settle()
    expect(document.querySelector('dialog')!.textContent).toContain(
      '2 unsynced changes will be lost.',
    )
    dialogButton('Cancel').click()
    await screen.settle()
    expect(core.asked('account.remove')).toBeUndefined()
  })
})

describe('backups', () => {
  /** One that was asked for 3 hours ago, before it the daily ones of four days. */
  async function fiveBackups() {
    const hour = 3_600_000
    vi.setSystemTime(now - 3 * hour)
    const { file } = await core.do('backup.make', {})
    vi.setSystemTime(now)
    for (const hours of [27, 51, 75, 99]) {
      copyFileSync(file, join(dirname(file), `daily-${fileTimestamp(now - hours * hour)}.db`))
    }
    return basename(file)
  }

  it('are listed newest first, the older ones on request', async () => {
    await fiveBackups()
    const screen = await open()
    expect(screen.wrapper.text()).toContain('Last backup: Thu 19 Nov, 11:47.')
    const lines = () => screen.wrapper.findAll('ul[aria-label=Backups] .words')
    expect(lines().map((line) => line.text().replace(/\d+ kB/, '400 kB'))).toEqual([
      'Thu 19 Nov, 11:47 · manual · 400 kB',
      'Wed 18 Nov, 11:47 · daily · 400 kB',
      'Tue 17 Nov, 11:47 · daily · 400 kB',
    ])
    await button(screen, '2 more').trigger('click')
    expect(lines()).toHaveLength(5)
  })

  it('are restored after a question', async () => {
    const name = await fiveBackups()
    const screen = await open()
    await button(screen, 'Restore').trigger('click')
    await screen.settle()
    expect(document.querySelector('dialog')!.textContent).toContain(
      'Restore backup from Thu 19 Nov, 11:47?',
    )
    expect(core.asked('backup.restore')).toBeUndefined()
    dialogButton('Restore').click()
    await screen.settle()
    expect(core.asked('backup.restore')).toEqual({ name })
    expect((await core.do('app.state')).recovery?.message).toContain('Restored backup')
  })

  it('are made once, however often the button is pressed during it', async () => {
    const release = core.hold('backup.make')
    const screen = await open()
    await button(screen, 'Back up now').trigger('click')
    await screen.settle()
    await button(screen, 'Backing up…').trigger('click')
    release()
    await screen.settle()
    expect(core.allAsked('backup.make')).toHaveLength(1)
    expect(button(screen, 'Back up now')).toBeDefined()
  })

  it('and everything else are checked, with a line for each finding', async () => {
    const findings: DoctorReport['findings'] = [
      { check: 'database', state: 'fine', text: 'Every page is sound' },
      { check: 'backups', state: 'mended', text: 'A backup that cannot be read was set aside' },
      { check: 'disk', state: 'problem', text: 'Less than 100 MB are free' },
    ]
    core.script['doctor.run'] = () => ok({ fine: false, findings })
    const screen = await open()
    await button(screen, 'Run check').trigger('click')
    await screen.settle()
    expect(screen.wrapper.findAll('.findings li').map((line) => line.text())).toEqual([
      'OKEvery page is sound',
      'RepairedA backup that cannot be read was set aside',
      'ProblemLess than 100 MB are free',
    ])
  })
})

describe('a report to pass on', () => {
  it('is saved under the name that the core gives it, and confirmed', async () => {
    core.script['doctor.report'] = () => ok({ name: 'Stint report.txt', text: 'Stint 0.1.0' })
    const saved: { name: string; blob: Blob }[] = []
    const blobs: Blob[] = []
    onTestFinished(() => void vi.restoreAllMocks())
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob)
      return 'blob:report'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, blob: blobs.at(-1)! })
    })
    const screen = await showPage(core, '/settings')
    await button(screen, 'Save report').trigger('click')
    await screen.settle()
    expect(saved.map(({ name }) => name)).toEqual(['Stint report.txt'])
    expect(await saved[0]!.blob.text()).toBe('Stint 0.1.0')
    expect(screen.wrapper.get('.toast').text()).toContain('Report saved')
  })
})

describe('the choice between mine and everyone', () => {
  /** The service says whose an entry is, and this one is Priya’s. */
  async function shared() {
    core.service.capabilities.add('reference').add('user')
    core.service.add({ start: 560, user: { id: 9, name: 'Priya' } })
    await core.sync()
  }

  it('exists only where the service says whose an entry is', async () => {
    expect((await open()).wrapper.text()).not.toContain('Shown under Mine')
  })

  it('can be set to count every entry', async () => {
    await shared()
    const screen = await open()
    await button(screen, 'All entries').trigger('click')
    await screen.settle()
    expect(core.asked('settings.set')).toMatchObject({ everythingIsMine: true })
  })

  it('shows colleagues’ entries with their names, and limits gaps and overlaps to mine', async () => {
    await worked(core, { start: 540, quantity: 4 })
    await worked(core, { start: 720, quantity: 4 })
    await shared()
    const colleagues = (await entriesIn(core)).find(({ user }) => user?.name === 'Priya')!
    const at = `[data-entry="${colleagues.local}"]`
    const screen = await show(core)
    expect(screen.wrapper.find(at).exists()).toBe(false)
    await button(screen, 'Everyone').trigger('click')
    await screen.settle()
    expect(core.asked('times.inDateRange')).toMatchObject({ whose: 'everyone' })
    const colleague = screen.wrapper.get(at)
    expect(colleague.text()).toContain('Priya')
    expect(colleague.attributes('aria-label')).toContain('Priya')
    expect(colleague.text()).not.toContain('Overlaps')
    expect(screen.wrapper.get('.gap').text()).toContain('2:00 not logged')
  })

  it('appears on its own once the first sync knows what the service reports', async () => {
    const screen = await show(core)
    expect(button(screen, 'Everyone')).toBeUndefined()
    await shared()
    await screen.settle()
    expect(button(screen, 'Everyone')).toBeDefined()
  })
})
