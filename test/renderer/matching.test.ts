import { beforeEach, describe, expect, it } from 'vitest'
import type { Unmatched } from '#shared/ipc/views.ts'
import type { FakeCore } from './support/fake-core.ts'
import { project } from './support/fake-records.ts'
import { setClock, show, studio, type Screen } from './support/mount.ts'

let core: FakeCore
let unmatched: Unmatched[]

const mine = (set: Partial<Unmatched> = {}): Unmatched => ({
  kind: 'project',
  local: 7,
  name: 'My web work',
  code: 'WEB',
  uses: 3,
  suggestion: { local: 1, id: 1, name: 'Website relaunch', code: 'WEB', why: 'code' },
  ...set,
})

beforeEach(() => {
  setClock()
  core = studio()
  core.projects = [...core.projects, { ...project(7, 'WEB', 'My web work'), id: null }]
  unmatched = [mine()]
  core.override['matching.list'] = () => unmatched
})

async function open(): Promise<Screen> {
  const screen = await show(core)
  // The pages are chunks of their own.
  await import('../../renderer/features/sync/SyncPage.vue')
  await import('../../renderer/features/matching/MatchingPage.vue')
  await screen.press('g')
  await screen.press('s')
  await screen.settle(10)
  await button(screen, 'Match them').trigger('click')
  await screen.settle(10)
  await screen.settle(10)
  return screen
}
const asked = (name: string) => core.calls.findLast((call) => call.name === name)?.input
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text() === text)!

describe('the page that matches', () => {
  it('shows what waits, how often it is used, and the likely one of the service chosen', async () => {
    const screen = await open()
    const row = screen.wrapper.get('li.row')
    expect(row.text()).toContain('My web work')
    expect(row.text()).toContain('used by 3 entries')
    expect(row.text()).toContain('Same code')
    expect(row.get('input').element.value).toBe('Website relaunch')
  })

  it('offers only records that the service has', async () => {
    const screen = await open()
    await screen.wrapper.get('li.row input').trigger('click')
    await screen.settle()
    const options = screen.wrapper.findAll('[role=option]').map((option) => option.text())
    expect(options.some((text) => text.includes('Booking app'))).toBe(true)
    expect(options.some((text) => text.includes('My web work'))).toBe(false)
  })

  it('matches with what is chosen and can take it back', async () => {
    core.override['matching.match'] = () => {
      unmatched = []
      return null
    }
    const screen = await open()
    await button(screen, 'Match').trigger('click')
    await screen.settle()
    expect(asked('matching.match')).toEqual({ kind: 'project', local: 7, to: 1 })
    expect(screen.wrapper.text()).toContain('Matched “My web work” with “Website relaunch”')
    expect(screen.wrapper.text()).toContain('The service knows everything')
  })

  it('says why Match waits while nothing is chosen', async () => {
    unmatched = [mine({ suggestion: null })]
    const screen = await open()
    const match = button(screen, 'Match')
    expect(match.attributes('aria-disabled')).toBe('true')
    await match.trigger('click')
    expect(asked('matching.match')).toBeUndefined()
  })

  it('makes it on the service, and says what stands in the way', async () => {
    core.refuse('matching.publish', {
      code: 'offline',
      message: 'The service cannot be reached, and only it can change its projects',
    })
    const screen = await open()
    await button(screen, 'Make it on the service').trigger('click')
    await screen.settle()
    expect(asked('matching.publish')).toEqual({ kind: 'project', local: 7 })
    expect(screen.wrapper.text()).toContain('The service cannot be reached')
  })
})
