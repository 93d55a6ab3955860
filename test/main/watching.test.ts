/** What the system tells, what the person is asked, and how the program ends. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { playAt } from '../support/test-day.ts'
import { openApp, type Opened } from './opened.ts'
import { until } from '../support/until.ts'

const { now } = playAt('2026-11-19T15:00[Europe/Berlin]')

let browser: string
beforeAll(() => {
  browser = ensureBrowser()
})

const minutesAgo = (minutes: number) => now() - minutes * 60_000

/** A timer that runs for an hour, and a machine on which nobody has been for 20 minutes. */
async function left(opened: Opened): Promise<void> {
  const { ask, electron } = opened
  await ask('timer.start', { notes: 'Offer', at: minutesAgo(60) })
  await electron.setIdle(20 * 60)
}

const title = 'Keep this time?'
const asked = async ({ electron }: Opened) =>
  (await electron.notifications()).filter((each) => each.title === title)

describe('nobody at the machine', () => {
  it('is asked about, by a notification with answers, once', async () => {
    // Linux has no buttons.
    const opened = await openApp(browser, { env: { STAND_IN_PLATFORM: 'win32' } })
    const { ask, electron } = opened
    // Known before the idle time is looked at for the first time.
    expect((await ask('app.state')).desktop).toMatchObject({ idle: true, lock: true, power: true })
    await left(opened)
    await until(async () => expect(await asked(opened)).toHaveLength(1))
    const [question] = await asked(opened)
    expect(question!.body).toMatch(/^No activity since \d\d:\d\d\./)
    expect(question!.actions).toEqual(['Keep it', 'Discard', 'Stop at that time'])
    expect((await electron.tray()).items.map(({ label }) => label)).toContain('Review time away')

    await electron.pressOnNotification({ title, button: 1 })
    await until(async () => {
      expect(await ask('timer.status')).toMatchObject({ running: true, question: null })
    })
    expect(await asked(opened)).toEqual([])
    const { breaks } = (await ask('timer.status')) as { breaks: unknown[] }
    expect(breaks).toHaveLength(1)
  })

  it('opens the mini timer where a click is all there is', async () => {
    const opened = await openApp(browser)
    const state = await opened.ask('app.state')
    expect(state.desktop).toMatchObject({ idle: true, lock: false, power: true })
    await left(opened)
    await until(async () => expect(await asked(opened)).toHaveLength(1))
    expect((await asked(opened))[0]!.actions).toEqual([])
    await opened.electron.pressOnNotification({ title, button: null })
    await opened.app.page('/mini')
  })

  it('brings the mini timer up where the person wants that, until it is answered', async () => {
    const opened = await openApp(browser)
    const { ask, app, electron } = opened
    await ask('settings.set', { miniWhileAsking: true, notifications: false })
    await ask('timer.start', { at: minutesAgo(60) })
    await electron.power('suspend')
    await app.page('/mini')
    expect(await electron.notifications()).toEqual([])
    const { question } = (await ask('timer.status')) as { question: { id: number } }
    await ask('timer.answer', { question: question.id, choice: 'keep' })
    await until(async () => expect(await electron.windows()).toHaveLength(1))
  })

  it.each([
    ['the system has no notifications', 'none'],
    ['a desktop on Linux has nobody who shows them', 'unheard'],
  ])('is asked about in the mini timer where %s', async (_where, STAND_IN_NOTIFICATIONS) => {
    const { ask, app, electron } = await openApp(browser, { env: { STAND_IN_NOTIFICATIONS } })
    await ask('timer.start', { at: minutesAgo(60) })
    await electron.power('suspend')
    await app.page('/mini')
    const { question } = (await ask('timer.status')) as { question: { id: number } }
    await ask('timer.answer', { question: question.id, choice: 'keep' })
    await until(async () => expect(await electron.windows()).toHaveLength(1))
  })

  const wayland = { XDG_SESSION_TYPE: 'wayland' }

  it('is asked of the desktop on Wayland, and asked about', async () => {
    const opened = await openApp(browser, { env: wayland })
    const { ask, electron } = opened
    const known = async () => (await ask('app.state')).desktop.idle
    expect(await known()).toBe(false)
    await electron.say({ GetIdletime: 'uint64 250' })
    await ask('timer.start', { notes: 'Offer', at: minutesAgo(60) })
    await until(async () => expect(await known()).toBe(true))
    await electron.say({ GetIdletime: `uint64 ${20 * 60_000}` })
    await until(async () => expect(await asked(opened)).toHaveLength(1))
  })

  it('is not known where a desktop on Wayland does not say, and the settings can say so', async () => {
    const { ask } = await openApp(browser, { env: wayland })
    expect((await ask('app.state')).desktop).toMatchObject({
      ...{ idle: false, lock: false, userSwitch: false, alwaysOnTop: false },
    })
  })

  it('is told by a locked screen on Linux, also when it stopped the timer', async () => {
    const { ask, electron } = await openApp(browser)
    await electron.say({ GetActive: 'boolean false' })
    await ask('settings.set', { whenLocked: 'stop' })
    await ask('timer.start', { at: minutesAgo(30) })
    await until(async () => expect((await ask('app.state')).desktop.lock).toBe(true))
    await electron.say({ GetActive: 'boolean true' })
    await until(async () => expect(await ask('timer.status')).toEqual({ running: false }))
    // Somebody is back; a second lock is another one.
    const times = await electron.timesAsked('GetActive')
    await electron.say({ GetActive: 'boolean false' })
    await ask('timer.start', { at: minutesAgo(1) })
    await until(async () => expect(await electron.timesAsked('GetActive')).toBeGreaterThan(times))
    await electron.say({ GetActive: 'boolean true' })
    await until(async () => expect(await ask('timer.status')).toEqual({ running: false }))
  })
})

describe('what the system tells', () => {
  it.each([
    ['whenAsleep', 'suspend', 'resume', 'sleep', 'linux'],
    ['whenLocked', 'lock-screen', 'unlock-screen', 'lock', 'win32'],
    ['whenUserSwitched', 'user-did-resign-active', 'user-did-become-active', 'switch', 'darwin'],
  ] as const)(
    'follows the policy of its own (%s)',
    async (policy, goes, comes, cause, platform) => {
      const { ask, electron } = await openApp(browser, { env: { STAND_IN_PLATFORM: platform } })
      const status = () => ask('timer.status')
      await ask('settings.set', { [policy]: 'ask' })
      await ask('timer.start', { at: minutesAgo(30) })
      await electron.power(goes)
      await until(async () => {
        expect(await status()).toMatchObject({ question: { cause, to: null } })
      })
      await electron.power(comes)
      const { question } = (await status()) as { question: { id: number } | null }
      if (question) await ask('timer.answer', { question: question.id, choice: 'keep' })

      await ask('settings.set', { [policy]: 'stop' })
      await electron.power(goes)
      await until(async () => expect(await status()).toEqual({ running: false }))
      await electron.power(comes)
    },
  )
})

describe('the end', () => {
  const running = async (whenQuit: 'keep' | 'ask' | 'stop', env = {}) => {
    const opened = await openApp(browser, { env })
    await opened.ask('settings.set', { whenQuit })
    await opened.ask('timer.start', { notes: 'Offer', at: minutesAgo(30) })
    await until(async () => expect((await opened.electron.tray()).toolTip).toContain('0:30'))
    return opened
  }
  const later = async ({ home, app }: Opened) => {
    expect(await app.ended).toBe(0)
    const next = await openApp(browser, { home })
    return next.ask('timer.status')
  }

  it('keeps the timer where the person wants that, and asks nothing', async () => {
    const opened = await running('keep')
    await opened.electron.quit().catch(() => undefined)
    expect(await later(opened)).toMatchObject({ running: true, question: null })
  })

  it('stops the timer where the person wants that', async () => {
    const opened = await running('stop')
    await opened.electron.quit().catch(() => undefined)
    expect(await later(opened)).toEqual({ running: false })
  })

  it('is asked about: taken back, or with the timer stopped', async () => {
    const opened = await running('ask')
    const { electron, ask } = opened
    await electron.willAnswer([2])
    await electron.quit()
    await until(async () => expect(await electron.questions()).toHaveLength(1))
    expect(await electron.windows()).toHaveLength(1)
    expect(await ask('timer.status')).toMatchObject({ running: true })

    await electron.willAnswer([1])
    await electron.quit().catch(() => undefined)
    expect(await later(opened)).toEqual({ running: false })
  })

  it('of the machine waits until what the person wants is committed, and asks nobody', async () => {
    const opened = await running('ask')
    await opened.ask('settings.set', { whenShutDown: 'stop' })
    expect(await opened.electron.power('shutdown')).toBe(true)
    expect(await later(opened)).toEqual({ running: false })
  })

  it('of a session on Windows is held the same way', async () => {
    const opened = await running('keep', { STAND_IN_PLATFORM: 'win32' })
    await opened.ask('settings.set', { whenShutDown: 'stop' })
    expect(await opened.electron.endSession()).toBe(true)
    expect(await later(opened)).toEqual({ running: false })
  })

  it.each([
    ['Cmd+Q or the dock on macOS', { STAND_IN_PLATFORM: 'darwin' }],
    ['the system, with an icon in the tray', {}],
    ['the system, without one', { STAND_IN_TRAY: 'none' }],
  ])('comes by %s, which asks from outside of JavaScript', async (_how, env) => {
    const { app, electron } = await openApp(browser, { env })
    await electron.quitBySystem()
    expect(await app.ended).toBe(0)
  })

  it('is taken back by whoever is asked then, and comes the next time', async () => {
    const opened = await running('ask', { STAND_IN_PLATFORM: 'darwin' })
    const { electron, app } = opened
    await electron.quitBySystem()
    await until(async () => expect(await electron.openQuestions()).toBe(1))
    // A second one while the question stands changes nothing.
    await electron.quitBySystem()
    await electron.willAnswer([2])
    await until(async () => expect(await electron.openQuestions()).toBe(0))
    expect(await electron.windows()).toHaveLength(1)
    expect(await electron.questions()).toHaveLength(1)
    await electron.willAnswer([1])
    await electron.quitBySystem()
    expect(await app.ended).toBe(0)
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'comes in order by %s, also when a terminal and a launcher send one each',
    async (signal) => {
      const opened = await openApp(browser)
      await opened.ask('settings.set', { whenQuit: 'stop', whenShutDown: 'stop' })
      await opened.ask('timer.start', { at: minutesAgo(30) })
      opened.app.signal(signal)
      // The system makes one of two that were not heard yet.
      await until(async () => expect(await opened.electron.signalsHeard()).toBe(1))
      opened.app.signal(signal)
      expect(await later(opened)).toEqual({ running: false })
    },
  )

  it('does not come by a fault: it is written down, told once, and the timer goes on', async () => {
    const { electron, ask, home } = await openApp(browser)
    await electron.fault('The listener broke')
    await electron.fault('It broke again')
    await until(async () => expect(await electron.openQuestions()).toBe(1))
    await electron.willAnswer([0])
    expect(await electron.questions()).toHaveLength(1)
    expect(await ask('timer.status')).toEqual({ running: false })
    const log = await readFile(join(home, 'logs', 'electron.log'), 'utf8')
    expect(log).toContain('The listener broke')
    expect(log).toContain('It broke again')
  })
})
