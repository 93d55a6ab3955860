import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import App from '../../renderer/app/App.vue'
import { linkWork } from '../../renderer/features/timer/link/link-work.ts'
import type { FakeCore } from './support/fake-core.ts'
import { now, running, setClock, show, studio } from './support/mount.ts'

// Pages are loaded when they are asked for: here before the first test.
beforeAll(() => Promise.all([import('../../renderer/features/timer/link/LinkPage.vue')]))

let core: FakeCore
beforeEach(() => {
  setClock()
  core = studio()
  document.body.replaceChildren()
})

const asked = (name: string) => core.calls.findLast((call) => call.name === name)?.input
const follow = async (path: string) => {
  const screen = await show(core, App, {}, path)
  await vi.waitFor(async () => {
    await screen.settle()
    expect(screen.wrapper.find('dl').exists()).toBe(true)
  })
  return screen
}
const button = (screen: Awaited<ReturnType<typeof follow>>, text: string) =>
  screen.wrapper.findAll('.page button').find((one) => one.text() === text)!

describe('a link that would start the timer', () => {
  it('starts nothing by itself, and has the focus on Not now', async () => {
    const screen = await follow('#/link?project=WEB&task=Design&notes=Hero&at=14:20')
    expect(asked('timer.start')).toBeUndefined()
    expect(document.activeElement?.textContent).toContain('Not now')
    expect(screen.wrapper.get('dl').text()).toContain('Website relaunch')
    expect(screen.wrapper.get('dl').text()).toContain('14:20, 0:27 ago')
  })

  it('starts what it shows once the person says so, and goes to the day', async () => {
    const screen = await follow('#/link?project=WEB&task=Design&notes=Hero&at=14:20')
    await button(screen, 'Start').trigger('click')
    await screen.settle()
    expect(asked('timer.start')).toEqual({
      project: 1,
      task: 1,
      notes: 'Hero',
      at: now - 27 * 60_000,
    })
    expect(screen.wrapper.find('dl').exists()).toBe(false)
  })

  it('is forgotten with Not now', async () => {
    const screen = await follow('#/link?project=WEB')
    await button(screen, 'Not now').trigger('click')
    await screen.settle()
    expect(asked('timer.start')).toBeUndefined()
    expect(screen.wrapper.find('dl').exists()).toBe(false)
  })

  it('says what it does not know, and what it would stop', async () => {
    core.timer = running(core, 47)
    const screen = await follow('#/link?project=NOPE&at=soon')
    expect(screen.wrapper.get('.asides').text()).toContain('“NOPE” is not known here')
    expect(screen.wrapper.get('.asides').text()).toContain('would begin now')
    expect(screen.wrapper.get('.asides').text()).toContain('Design is running')
  })

  it('is shown when the host asks for its page', async () => {
    const screen = await show(core)
    core.emit({ event: 'go', path: '/link?project=WEB' })
    await vi.waitFor(async () => {
      await screen.settle()
      expect(screen.wrapper.text()).toContain('Start the timer?')
    })
  })
})

describe('what a link says', () => {
  const read = (query: Record<string, unknown>) =>
    linkWork(query, core.projects, core.tasks, now, 'UTC')

  it.each([
    ['2026-11-19T14:00:00Z', now - 47 * 60_000],
    ['14:00', now - 47 * 60_000],
    ['15m', now - 15 * 60_000],
  ])('begins at %s', (at, instant) => {
    expect(read({ at })).toMatchObject({ at: instant, untimely: false })
  })

  it.each(['2026-11-20T00:00:00Z', '2026-11-01T00:00:00Z', 'later', '2026-11-19T99:00:00Z'])(
    'does not begin at %s',
    (at) => {
      expect(read({ at })).toMatchObject({ at: undefined, untimely: true })
    },
  )

  it('takes the first of what it says twice, and no more notes than fit', () => {
    const { project, notes } = read({ project: ['WEB', 'APP'], notes: 'x'.repeat(5000) })
    expect(project).toMatchObject({ local: 1 })
    expect(notes).toHaveLength(1000)
  })
})
