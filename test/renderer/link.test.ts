import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StartLink } from '#shared/rules/deep-link.ts'
import App from '../../renderer/app/boot/App.vue'
import { resolveLinkWork } from '../../renderer/features/timer/link/resolve-link-work.ts'
import { now, setClock } from './support/clock.ts'
import { running, studio, type TestCore } from './support/core.ts'
import { show } from './support/mount.ts'
import { project, task } from './support/records.ts'
import { until } from '../support/until.ts'

// Pages are loaded on demand: here before the first test.
beforeAll(() => Promise.all([import('../../renderer/features/timer/link/LinkPage.vue')]))

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

const follow = async (path: string) => {
  const screen = await show(core, App, {}, path)
  await until(async () => {
    await screen.settle()
    expect(screen.wrapper.find('dl').exists()).toBe(true)
  })
  return screen
}
const button = (screen: Awaited<ReturnType<typeof follow>>, text: string) =>
  screen.wrapper.findAll('.page button').find((one) => one.text() === text)!

describe('a link that would start the timer', () => {
  it('starts nothing on its own, and focuses Not now', async () => {
    const screen = await follow('#/link?project=WEB&task=Design&notes=Hero&at=14:20')
    expect(core.asked('timer.start')).toBeUndefined()
    expect(document.activeElement?.textContent).toContain('Not now')
    expect(screen.wrapper.get('dl').text()).toContain('Website relaunch')
    expect(screen.wrapper.get('dl').text()).toContain('14:20, 0:27 ago')
  })

  it('starts what it shows once the person says so, and goes to the day', async () => {
    const screen = await follow('#/link?project=WEB&task=Design&notes=Hero&at=14:20')
    await button(screen, 'Start').trigger('click')
    await screen.settle()
    expect(core.asked('timer.start')).toEqual({
      project: 1,
      task: 1,
      notes: 'Hero',
      at: now - 27 * 60_000,
    })
    expect(screen.wrapper.find('dl').exists()).toBe(false)
  })

  it('is dropped with Not now', async () => {
    const screen = await follow('#/link?project=WEB')
    await button(screen, 'Not now').trigger('click')
    await screen.settle()
    expect(core.asked('timer.start')).toBeUndefined()
    expect(screen.wrapper.find('dl').exists()).toBe(false)
  })

  it('says what it does not know, and which timer it would stop', async () => {
    await running(core, 47)
    const screen = await follow('#/link?project=NOPE&at=15:00')
    expect(screen.wrapper.get('.asides').text()).toContain('“NOPE” doesn’t exist here')
    expect(screen.wrapper.get('.asides').text()).toContain('the timer would start now')
    expect(screen.wrapper.get('.asides').text()).toContain('Design is running')
  })

  it('is refused as a whole where a part of it cannot be read, and names that part', async () => {
    const screen = await show(core, App, {}, '#/link?project=WEB&at=soon')
    await until(async () => {
      await screen.settle()
      expect(screen.wrapper.find('[role=alert]').exists()).toBe(true)
    })
    expect(screen.wrapper.get('[role=alert]').text()).toContain('“at” must be a time, like 9:30')
    expect(screen.wrapper.find('dl').exists()).toBe(false)
    expect(screen.wrapper.findAll('.page button').map((one) => one.text())).toEqual(['Not now'])
    expect(document.activeElement?.textContent).toContain('Not now')
  })

  it('is shown when the host requests its page', async () => {
    const screen = await show(core)
    core.emit({ event: 'navigate', path: '/link?project=WEB' })
    await until(async () => {
      await screen.settle()
      expect(screen.wrapper.text()).toContain('Start the timer?')
    })
  })

  it('is kept through the first run, and then asks', async () => {
    core = await studio({ account: 'none' })
    const screen = await show(core)
    core.emit({ event: 'navigate', path: '/link?notes=Hero' })
    await screen.settle()
    expect(screen.wrapper.text()).not.toContain('Start the timer?')
    await core.do('account.createDemo')
    await until(async () => {
      await screen.settle()
      expect(screen.wrapper.text()).toContain('Start the timer?')
    })
  })
})

describe('the content of a link', () => {
  const projects = [project(1, 'WEB', 'Website relaunch'), project(2, 'APP', 'Booking app', 6)]
  const tasks = [task(1, 'Design'), task(2, 'Design review'), task(3, 'Call')]
  const read = (link: StartLink) => resolveLinkWork(link, projects, tasks, now, 'UTC')

  it.each([
    [{ at: 14 * 60 }, now - 47 * 60_000],
    [{ ago: 15 }, now - 15 * 60_000],
    [{}, undefined],
  ])('begins at %o', (link, instant) => {
    expect(read(link)).toMatchObject({ at: instant, untimely: false })
  })

  it('does not begin in the future', () => {
    expect(read({ at: 15 * 60 })).toMatchObject({ at: undefined, untimely: true })
  })

  it('puts unknown names into the notes', () => {
    expect(read({ project: 'web', task: 'Nope', notes: 'Hero' })).toMatchObject({
      project: { local: 1 },
      task: undefined,
      notes: 'Hero Nope',
      unknown: ['Nope'],
    })
  })
})
