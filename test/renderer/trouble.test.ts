import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { BackupSummary, Trouble } from '#shared/ipc/integrity.ts'
import type { FakeCore } from './support/fake-core.ts'
import { now, setClock, show, studio, type Screen } from './support/mount.ts'

let core: FakeCore
beforeEach(() => {
  setClock()
  core = studio()
})

const backup = (name: string, hoursAgo: number): BackupSummary => ({
  name,
  kind: 'daily',
  at: now - hoursAgo * 3_600_000,
  bytes: 1_400_000,
})
const damaged: Trouble = {
  is: 'damaged',
  message: 'The database file is damaged. Go back to a backup.',
  ways: ['restore', 'start-anew', 'retry'],
  backups: [backup('new.db', 2), backup('old.db', 26)],
}
const recovered = { at: now, message: 'The backup was taken', aside: '/home/olga/aside' }

async function open(trouble: Trouble): Promise<Screen> {
  core.state = { ...core.state, trouble }
  const screen = await show(core)
  // The page is a chunk of its own.
  await import('../../renderer/features/trouble/TroubleScreen.vue')
  await screen.settle()
  return screen
}
const asked = (name: string) => core.calls.findLast((call) => call.name === name)?.input
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text() === text)!

describe('the screen of a database that cannot be used', () => {
  it('offers the ways on, the likeliest first, and the newest backup unless another is chosen', async () => {
    const screen = await open(damaged)
    expect(screen.wrapper.get('h1').text()).toBe('Fernwood Studio cannot be opened')
    expect(screen.wrapper.get('.ways .primary').text()).toBe('Go back to the backup')
    const backups = screen.wrapper.findAll('.backup')
    expect(backups[0]!.text()).toContain('Thu 19 Nov, 12:47 · of the day · 1.4 MB')
    expect(backups[0]!.get<HTMLInputElement>('input').element.checked).toBe(true)
    await backups[1]!.get('input').trigger('change')
    core.override['backup.restore'] = () => {
      core.state = { ...core.state, trouble: null, recovery: recovered }
      return recovered
    }
    await button(screen, 'Go back to the backup').trigger('click')
    await screen.settle()
    expect(asked('backup.restore')).toEqual({ name: 'old.db' })
    expect(screen.wrapper.text()).not.toContain('cannot be opened')
    const notice = await vi.waitFor(() => screen.wrapper.get('.recovery'), { timeout: 90_000 })
    expect(notice.text()).toContain('The backup was taken.')
    expect(notice.text()).toContain('/home/olga/aside')
  })

  it('says what still stands in the way when trying again did not help', async () => {
    const screen = await open({ ...damaged, is: 'locked', ways: ['retry'], backups: [] })
    core.refuse('trouble.retry', { code: 'database', message: 'Another program still holds it' })
    await button(screen, 'Try again').trigger('click')
    await screen.settle()
    expect(screen.wrapper.findAll('[role=alert]').at(-1)!.text()).toBe(
      'Another program still holds it',
    )
    expect(button(screen, 'Begin anew')).toBeUndefined()
  })

  it('asks before it begins anew, and says that it is at work', async () => {
    const screen = await open(damaged)
    await button(screen, 'Begin anew').trigger('click')
    await screen.settle()
    expect(asked('trouble.startAnew')).toBeUndefined()
    core.override['trouble.startAnew'] = () => recovered
    const release = core.hold('trouble.startAnew')
    const answers = [...document.querySelectorAll('[role=alertdialog] button')]
    ;(answers.find((one) => one.textContent?.trim() === 'Begin anew') as HTMLElement).click()
    await screen.settle()
    expect(screen.wrapper.get('.box [role=status]').text()).toContain('At work')
    core.state = { ...core.state, trouble: null }
    release()
    await screen.settle()
    expect(screen.wrapper.find('.box').exists()).toBe(false)
  })
})

it('shows what was put right until it is read, and when that was as the person writes it', async () => {
  const message = 'Stint went back to the backup of 2026-11-18 09:05. Nothing had to be put back'
  core.state = { ...core.state, recovery: { ...recovered, message } }
  core.override['trouble.dismiss'] = () => {
    core.state = { ...core.state, recovery: null }
    return null
  }
  const screen = await show(core)
  const notice = await vi.waitFor(() => screen.wrapper.get('.recovery'), { timeout: 90_000 })
  expect(notice.text()).toContain('the backup of Wed 18 Nov, 09:05. Nothing had to be put back.')
  await button(screen, 'Understood').trigger('click')
  await screen.settle()
  expect(screen.wrapper.find('.recovery').exists()).toBe(false)
})
