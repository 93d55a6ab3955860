import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#shared/errors.ts'
import { setClock } from './support/clock.ts'
import { studio, type TestCore, worked } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

/** Three entries on a project that only this machine knows. */
async function ownProject(name = 'My web work', code = 'WEB'): Promise<number> {
  const { local } = await core.do('projects.add', { name, code, currency: 'EUR' })
  for (let n = 0; n < 3; n++) await worked(core, { project: local })
  return local
}

async function open(): Promise<Screen> {
  const screen = await show(core)
  // The pages are separate chunks.
  await import('../../renderer/features/sync/SyncPage.vue')
  await import('../../renderer/features/matching/MatchingPage.vue')
  await screen.press('g')
  await screen.press('s')
  await screen.settle(10)
  await button(screen, 'Match names').trigger('click')
  await screen.settle(10)
  await screen.settle(10)
  return screen
}
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text() === text)!

describe('the page that matches', () => {
  it('shows what waits, how often it is used, and preselects the likely record of the service', async () => {
    await ownProject()
    const screen = await open()
    const row = screen.wrapper.get('li.row')
    expect(row.text()).toContain('My web work')
    expect(row.text()).toContain('used by 3 entries')
    expect(row.text()).toContain('Same code')
    expect(row.get('input').element.value).toBe('Website relaunch')
  })

  it('offers only records that the service has', async () => {
    await ownProject()
    const screen = await open()
    await screen.wrapper.get('li.row input').trigger('click')
    await screen.settle()
    const options = screen.wrapper.findAll('[role=option]').map((option) => option.text())
    expect(options.some((text) => text.includes('Booking app'))).toBe(true)
    expect(options.some((text) => text.includes('My web work'))).toBe(false)
  })

  it('matches with what is chosen and can take it back', async () => {
    const local = await ownProject()
    const screen = await open()
    await button(screen, 'Match').trigger('click')
    await screen.settle()
    expect(core.asked('matching.match')).toEqual({ kind: 'project', local, to: 1 })
    expect(screen.wrapper.text()).toContain('Matched “My web work” with “Website relaunch”')
    expect(screen.wrapper.text()).toContain('Everything is matched')
  })

  it('explains why Match is disabled while nothing is chosen', async () => {
    await ownProject('Garden', 'GRD')
    const screen = await open()
    const match = button(screen, 'Match')
    expect(match.attributes('aria-disabled')).toBe('true')
    await match.trigger('click')
    expect(core.asked('matching.match')).toBeUndefined()
  })

  it('has clients before the projects that need them', async () => {
    const { local: client } = await core.do('clients.add', { name: 'Kauri Books', code: 'KB' })
    const project = { name: 'Garden', code: 'GRD', currency: 'EUR', client }
    await worked(core, { project: (await core.do('projects.add', project)).local })
    const screen = await open()
    const heads = screen.wrapper.findAll('main h2').map((head) => head.text())
    expect(heads).toEqual(['Clients', 'Projects'])
  })

  it('creates it on the service, and reports what prevents it', async () => {
    core.service.capabilities.add('reference')
    await core.sync()
    const local = await ownProject()
    core.service.outage = { is: 'unreached' }
    const screen = await open()
    await button(screen, 'Create on the service').trigger('click')
    await screen.settle()
    expect(core.asked('matching.publish')).toEqual({ kind: 'project', local })
    expect(screen.wrapper.text()).toContain('Can’t reach the service')
  })

  /** A mileage of this computer, with an expense, and the service's in another currency. */
  async function mileage() {
    await core.write((db) =>
      db.updateTable('charge').set({ charge: 95, currency: 'NZD' }).where('id', '=', 1),
    )
    const price = { charge: 67, unit: 'mile', currency: 'USD' }
    const { local: charge } = await core.do('charges.add', { name: 'Mileage', ...price })
    const { local: project } = await core.do('projects.add', { name: 'Roads', currency: 'USD' })
    const trip = { project, charge, date: '2026-11-19', quantity: 42, chargeable: true }
    await core.do('expenses.create', trip)
    return charge
  }
  const rowOf = (screen: Screen, name: string) =>
    screen.wrapper.findAll('li.row').find((one) => one.text().includes(name))!

  it('shows both sides, and asks with both sums before it changes what was billed', async () => {
    const local = await mileage()
    const screen = await open()
    const row = rowOf(screen, 'Mileage')
    expect(row.text()).toContain('US$0.67 per mile')
    expect(row.text()).toContain('used by 1 expense')
    expect(row.get('input').element.value).toBe('')

    await row.get('input').trigger('click')
    await screen.settle()
    const option = screen.wrapper.findAll('[role=option]').find((one) => one.text() !== '')!
    expect(option.text()).toContain('NZ$0.95 per km')
    await option.trigger('click')
    await screen.settle()
    expect(rowOf(screen, 'Mileage').text()).toContain('NZ$0.95 per km')
    expect(rowOf(screen, 'Mileage').text()).toContain('Differs')
    const press = (scope: Element, text: string) =>
      [...scope.querySelectorAll('button')].find((one) => one.textContent.trim() === text)!.click()
    press(row.element, 'Match')
    await screen.settle(10)
    const dialog = () => document.querySelector('dialog')
    expect(core.allAsked('matching.match')).toEqual([])
    expect(dialog()?.textContent).toContain(
      '42 mile × US$0.67 = US$28.14 becomes 42 km × NZ$0.95 = NZ$39.90, without an exchange rate to USD',
    )
    press(dialog()!, 'Match anyway')
    await screen.settle(10)
    expect(core.allAsked('matching.match')).toEqual([{ kind: 'charge', local, to: 1 }])
    expect(dialog()).toBeNull()
  })

  it('creates all that have no match with one button and one toast', async () => {
    core.service.capabilities.add('reference')
    await core.sync()
    const [matched, garden] = [await ownProject(), await ownProject('Garden', 'GRD')]
    const { local: task } = await core.do('tasks.add', { name: 'Zebra stripes' })
    core.script['matching.publishAll'] = ({ records }) =>
      ok({ created: records.length, failed: [] })
    const screen = await open()
    await button(screen, 'Create all 2 on the service').trigger('click')
    await screen.settle(10)
    const { records } = core.asked('matching.publishAll') as { records: object[] }
    expect(records).toHaveLength(2)
    expect(records).toEqual(
      expect.arrayContaining([
        { kind: 'project', local: garden },
        { kind: 'task', local: task },
      ]),
    )
    expect(records).not.toContainEqual({ kind: 'project', local: matched })
    expect(screen.wrapper.findAll('.toast').map((one) => one.text())).toEqual([
      expect.stringContaining('Created 2 names on the service'),
    ])
  })

  it('matches the suggestions that change nothing logged with one button, toast, and undo', async () => {
    await core.do('settings.set', { rateMeaning: 'hour' })
    const web = await ownProject()
    const { local: task } = await core.do('tasks.add', { name: 'Design' })
    await worked(core, { project: web, task })
    // The service knows no rate of its project, so a match would take the value of this time.
    const rated = { name: 'My app', code: 'APP', currency: 'EUR', rate: 8000, increment: 6 }
    const { local: app } = await core.do('projects.add', rated)
    await worked(core, { project: app })
    const screen = await open()
    await button(screen, 'Match all 3 suggestions').trigger('click')
    await screen.settle(10)
    expect((await core.do('matching.list')).map(({ local }) => local)).toEqual([app])
    const toasts = () => screen.wrapper.findAll('.toast').map((one) => one.text())
    expect(toasts()).toEqual([
      expect.stringMatching(/Matched 2 names.*Not matched: “My app”\. This would change what is/),
    ])
    await screen.press('z')
    await screen.settle(10)
    expect((await core.do('matching.list')).map(({ local }) => local).toSorted()).toEqual(
      [web, app, task].toSorted(),
    )
  })

  it('shows one toast at a time about names that it creates one by one', async () => {
    core.service.capabilities.add('reference')
    await core.sync()
    const names = ['Garden', 'Orchard']
    for (const name of names) await ownProject(name, name)
    core.script['matching.publish'] = () => ok(null)
    const screen = await open()
    for (const name of names) {
      await rowOf(screen, name).get('button.ghost').trigger('click')
      await screen.settle(10)
    }
    expect(screen.wrapper.findAll('.toast').map((one) => one.text())).toEqual([
      expect.stringContaining('Created “Orchard” on the service'),
    ])
  })
})
