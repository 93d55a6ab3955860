/** Signals of the system, questions to the person, and how the program ends. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { playAt } from '../support/test-day.ts'
import { openApp, type Opened } from './opened.ts'
import { runHere } from '../support/program.ts'
import { until } from '../support/until.ts'

const { now } = playAt('2026-11-19T15:00[Europe/Berlin]')

let browser: string
beforeAll(() => {
  browser = ensureBrowser()
})

const minutesAgo = (minutes: number) => now() - minutes * 60_000

/** A timer that runs for an hour, and a machine without input for 20 minutes. */
async function left(opened: Opened): Promise<void> {
  const { ask, electron } = opened
  await ask('timer.start', { notes: 'Offer', at: minutesAgo(60) })
  await electron.setIdle(20 * 60)
  await electron.passIntervals()
}

const title = 'Keep this time?'
const asked = async ({ electron }: Opened) =>
  (await electron.notifications()).filter((each) => each.title === title)

describe('an absence', () => {
  it('is asked about once, by a notification with answers', async () => {
    // Linux has no buttons.
    const opened = await openApp(browser, { env: { STAND_IN_PLATFORM: 'win32' } })
    const { ask, electron } = opened
    // Known before the idle time is read for the first time.
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

  it('opens the mini timer where a notification can only be clicked', async () => {
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

  it('is read from the desktop on Wayland, and asked about', async () => {
    const opened = await openApp(browser, { env: wayland })
    const { ask, electron } = opened
    const known = async () => (await ask('app.state')).desktop.idle
    expect(await known()).toBe(false)
    await electron.say({ GetIdletime: 'uint64 250' })
    await ask('timer.start', { notes: 'Offer', at: minutesAgo(60) })
    await until(async () => expect(await known()).toBe(true))
    await electron.say({ GetIdletime: `uint64 ${20 * 60_000}` })
    await electron.passIntervals()
    await until(async () => expect(await asked(opened)).toHaveLength(1))
  })

  it('is unknown where a desktop on Wayland does not report it, and Settings can say so', async () => {
    const { ask } = await openApp(browser, { env: wayland })
    expect((await ask('app.state')).desktop).toMatchObject({
      ...{ idle: false, lock: false, userSwitch: false, alwaysOnTop: false },
    })
  })

  it('is detected by a locked screen on Linux, also when it stopped the timer', async () => {
    const { ask, electron } = await openApp(browser)
    await electron.say({ GetActive: 'boolean false' })
    await ask('settings.set', { whenLocked: 'stop' })
    await ask('timer.start', { at: minutesAgo(30) })
    await until(async () => expect((await ask('app.state')).desktop.lock).toBe(true))
    await electron.say({ GetActive: 'boolean true' })
    await electron.passIntervals()
    await until(async () => expect(await ask('timer.status')).toEqual({ running: false }))
    // The person is back; a second lock is a new absence.
    const times = await electron.timesAsked('GetActive')
    await electron.say({ GetActive: 'boolean false' })
    await ask('timer.start', { at: minutesAgo(1) })
    await electron.passIntervals()
    await until(async () => expect(await electron.timesAsked('GetActive')).toBeGreaterThan(times))
    await electron.say({ GetActive: 'boolean true' })
    await electron.passIntervals()
    await until(async () => expect(await ask('timer.status')).toEqual({ running: false }))
  })
})

describe('a signal of the system', () => {
  it.each([
    ['whenAsleep', 'suspend', 'resume', 'sleep', 'linux'],
    ['whenLocked', 'lock-screen', 'unlock-screen', 'lock', 'win32'],
    ['whenUserSwitched', 'user-did-resign-active', 'user-did-become-active', 'switch', 'darwin'],
  ] as const)(
    'follows the policy for this signal (%s)',
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

describe('the end of the program', () => {
  const running = async (whenQuit: 'keep' | 'ask' | 'stop', env = {}) => {
    const opened = await openApp(browser, { env })
    await opened.ask('settings.set', { whenQuit })
    await opened.ask('timer.start', { notes: 'Offer', at: minutesAgo(30) })
    await until(async () => expect((await opened.electron.tray()).toolTip).toContain('0:30'))
    return opened
  }
  /** What a command says of the timer once the program has ended. */
  const later = async ({ home, app }: Opened) => {
    expect(await app.ended).toBe(0)
    return (await runHere(['status'], home)).json
  }

  it('keeps the timer where the person wants that, and asks nothing', async () => {
    const opened = await running('keep')
    await opened.electron.quit().catch(() => undefined)
    expect(await opened.app.ended).toBe(0)
    const next = await openApp(browser, { home: opened.home })
    expect(await next.ask('timer.status')).toMatchObject({ running: true, question: null })
  })

  it('stops the timer where the person wants that', async () => {
    const opened = await running('stop')
    await opened.electron.quit().catch(() => undefined)
    expect(await later(opened)).toEqual({ running: false })
  })

  it('asks first, and is canceled or comes with the timer stopped', async () => {
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

  it('by a shutdown waits until the chosen action is committed, and asks nothing', async () => {
    const opened = await running('ask')
    await opened.ask('settings.set', { whenShutDown: 'stop' })
    expect(await opened.electron.power('shutdown')).toBe(true)
    expect(await later(opened)).toEqual({ running: false })
  })

  it('by the end of a session on Windows is delayed the same way', async () => {
    const opened = await running('keep', { STAND_IN_PLATFORM: 'win32' })
    await opened.ask('settings.set', { whenShutDown: 'stop' })
    expect(await opened.electron.endSession()).toBe(true)
    expect(await later(opened)).toEqual({ running: false })
  })

  it.each([
    ['Cmd+Q or the dock on macOS', { STAND_IN_PLATFORM: 'darwin' }],
    ['the system, with an icon in the tray', {}],
    ['the system, without one', { STAND_IN_TRAY: 'none' }],
  ])('comes by %s, a request from outside of JavaScript', async (_how, env) => {
    const { app, electron } = await openApp(browser, { env })
    await electron.quitBySystem()
    expect(await app.ended).toBe(0)
  })

  it('can be canceled by an answer on shutdown, and comes the next time', async () => {
    const opened = await running('ask', { STAND_IN_PLATFORM: 'darwin' })
    const { electron, app } = opened
    await electron.quitBySystem()
    await until(async () => expect(await electron.openQuestions()).toBe(1))
    // A second request while the question is open changes nothing.
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
    'is clean with %s, also when a terminal and a launcher send one each',
    async (signal) => {
      const opened = await openApp(browser)
      await opened.ask('settings.set', { whenQuit: 'stop', whenShutDown: 'stop' })
      await opened.ask('timer.start', { at: minutesAgo(30) })
      opened.app.signal(signal)
      // The system merges two signals that were not delivered yet.
      await until(async () => expect(await opened.electron.signalsHeard()).toBe(1))
      opened.app.signal(signal)
      expect(await later(opened)).toEqual({ running: false })
    },
  )

  it('does not come by an uncaught error: it is logged, reported once, and the timer runs on', async () => {
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

  it('does not come by an unhandled rejection or the crash of a process, and both are logged', async () => {
    const { electron, ask, home } = await openApp(browser)
    await electron.reject('Nothing handled this')
    const gone = { type: 'Utility', exitCode: 0, name: 'Audio Service' } as const
    await electron.childProcessGone({ ...gone, reason: 'clean-exit' })
    await electron.childProcessGone({ ...gone, reason: 'crashed', exitCode: 139 })
    const logged = async (message: string) =>
      (await readFile(join(home, 'logs', 'electron.log'), 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { message: string })
        .filter((line) => line.message === message)
    await until(async () => {
      expect(await logged('an unhandled rejection')).toMatchObject([
        { level: 'warn', fault: expect.stringContaining('Nothing handled this') as string },
      ])
    })
    // A process that ends in order is no fault.
    expect(await logged('a process of the app has ended')).toMatchObject([
      { level: 'warn', ...gone, reason: 'crashed', exitCode: 139 },
    ])
    expect(await electron.questions()).toEqual([])
    expect(await ask('timer.status')).toEqual({ running: false })
  })
})
