import { rmSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { now, setClock } from './support/clock.ts'
import { studio, type TestCore, worked } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'
import { until } from '../support/until.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
  await worked(core, { notes: 'hero' })
})

async function backUp(hoursAgo: number): Promise<string> {
  vi.setSystemTime(now - hoursAgo * 3_600_000)
  await core.do('backup.make', {})
  vi.setSystemTime(now)
  return (await core.do('backup.list'))[0]!.name
}
/** Deletes the database file while the program is closed. */
const goesMissing = () => core.restart(() => rmSync(core.database))
const isDamaged = () => core.restart(() => writeFileSync(core.database, 'no database'))

async function open(): Promise<Screen> {
  const screen = await show(core)
  // The page is a chunk of its own.
  await import('../../renderer/features/database-problem/DatabaseProblemScreen.vue')
  await screen.settle()
  return screen
}
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text() === text)!

describe('the screen of a database that cannot be used', () => {
  it('offers the remedies, the most likely first, and the newest backup unless another is chosen', async () => {
    const old = await backUp(26)
    await backUp(2)
    await goesMissing()
    const screen = await open()
    expect(screen.wrapper.get('h1').text()).toBe('Can’t open Fernwood Studio')
    expect(screen.wrapper.get('.ways .primary').text()).toBe('Try again')
    const backups = screen.wrapper.findAll('.backup')
    expect(backups[0]!.text()).toMatch(/^Thu 19 Nov, 12:47 · manual · \d+ kB$/)
    expect(backups[0]!.get<HTMLInputElement>('input').element.checked).toBe(true)
    await backups[1]!.get('input').trigger('change')
    await button(screen, 'Restore backup').trigger('click')
    await screen.settle()
    expect(core.asked('backup.restore')).toEqual({ name: old })
    expect(screen.wrapper.text()).not.toContain('cannot be opened')
    const notice = await until(() => screen.wrapper.get('.recovery'))
    expect(notice.text()).toContain('Restored backup')
    expect(await core.do('times.list', {})).toMatchObject({ data: [{ notes: 'hero' }] })
  })

  it('says what is still wrong when trying again did not help', async () => {
    await goesMissing()
    const screen = await open()
    await button(screen, 'Try again').trigger('click')
    await screen.settle()
    expect(screen.wrapper.findAll('[role=alert]').map((alert) => alert.text())).toEqual([
      expect.stringContaining('database file is missing'),
      'Tried again. Nothing has changed yet.',
    ])
    expect(button(screen, 'Restore backup')).toBeUndefined()
  })

  it('asks before it starts fresh, shows its progress, and keeps what was not sent', async () => {
    await isDamaged()
    const screen = await open()
    await button(screen, 'Start fresh').trigger('click')
    await screen.settle()
    expect(core.asked('database.startEmpty')).toBeUndefined()
    const answers = [...document.querySelectorAll('[role=alertdialog] button')]
    ;(answers.find((one) => one.textContent?.trim() === 'Start fresh') as HTMLElement).click()
    await nextTick()
    expect(screen.wrapper.get('.box [role=status]').text()).toContain('Working')
    await screen.settle()
    expect(screen.wrapper.find('.box').exists()).toBe(false)
    const notice = await until(() => screen.wrapper.get('.recovery'))
    expect(notice.text()).toContain('set the old one aside')
    expect(await core.do('times.list', {})).toMatchObject({ data: [{ notes: 'hero' }] })
  })
})

it('shows what was repaired until it is read, and when that was in the person’s format', async () => {
  await backUp(29)
  await isDamaged()
  const screen = await show(core)
  const notice = await until(() => screen.wrapper.get('.recovery'))
  expect(notice.text()).toContain('the backup from Wed 18 Nov, 09:47. Everything on the service')
  await button(screen, 'Got it').trigger('click')
  await screen.settle()
  expect(screen.wrapper.find('.recovery').exists()).toBe(false)
})
