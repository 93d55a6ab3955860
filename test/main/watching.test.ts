/** What the system tells, what the person is asked, and how the program ends. */
import { beforeAll, describe, expect, it } from 'vitest'
import { openApp, prepare, until, type Opened } from './opened.ts'

let browser: string
beforeAll(() => {
  browser = prepare()
}, 120_000)

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000

/** A timer that runs for an hour, and a machine on which nobody has been for 20 minutes. */
async function left(opened: Opened): Promise<void> {
  const { ask, electron } = opened
  await ask('timer.start', { notes: 'Offer', at: minutesAgo(60) })
  await electron.setIdle(20 * 60)
}

const title = 'Does this time count?'
const asked = async ({ electron }: Opened) =>
  (await electron.notifications()).filter((each) => each.title === title)

describe('nobody at the machine', () => {
  it('is asked about, by a notification with answers, once', async () => {
    const opened = await openApp(browser)
    const { ask, electron } = opened
    // Known before the idle time is looked at for the first time.
    expect((await ask('app.state')).desktop).toMatchObject({ idle: true, lock: false, power: true })
    await left(opened)
    await until(async () => expect(await asked(opened)).toHaveLength(1))
    const [question] = await asked(opened)
    expect(question!.body).toMatch(/^Nobody touched keyboard or pointer since \d\d:\d\d\./)
    expect(question!.actions).toEqual(['Keep it', 'Discard', 'Stop then'])
    expect((await electron.tray()).items.map(({ label }) => label)).toContain('Answer: away')

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
    await left(opened)
    await until(async () => expect(await asked(opened)).toHaveLength(1))
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

  it('is not looked for on Wayland, which keeps it, and the settings can say so', async () => {
    const { ask } = await openApp(browser, { env: { XDG_SESSION_TYPE: 'wayland' } })
    expect((await ask('app.state')).desktop).toMatchObject({ idle: false, userSwitch: false })
  })
})

describe('what the system tells', () => {
  it.each([
    ['whenAsleep', 'suspend', 'resume', 'sleep'],
    ['whenLocked', 'lock-screen', 'unlock-screen', 'lock'],
    ['whenUserSwitched', 'user-did-resign-active', 'user-did-become-active', 'switch'],
  ] as const)('follows the policy of its own (%s)', async (policy, goes, comes, cause) => {
    const { ask, electron } = await openApp(browser)
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
  })
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
    const opened = await running('keep')
    await opened.ask('settings.set', { whenShutDown: 'stop' })
    expect(await opened.electron.endSession('/')).toBe(true)
    expect(await later(opened)).toEqual({ running: false })
  })
})
