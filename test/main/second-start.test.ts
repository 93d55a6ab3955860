/** A second start on the same data folder, as a process of its own. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readOwner } from '#core/node/owner-file.ts'
import { startApp } from '../support/electron-stand-in/start.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { runProgram } from '../support/program.ts'
import { onAnyDay } from '../support/test-day.ts'
import { until } from '../support/until.ts'
import { newHome, openApp, rawCall } from './opened.ts'

onAnyDay()

let browser: string
beforeAll(() => {
  browser = ensureBrowser()
})

describe('a second start', () => {
  it('hands over to the first, which alone uses the data folder', async () => {
    const { app, electron, home } = await openApp(browser)
    await electron.closeWindow('/')
    await until(async () => expect(await electron.windows()).toEqual([]))
    // The first makes a backup at some moment.
    const files = () =>
      readdirSync(home, { recursive: true, encoding: 'utf8' })
        .filter((file) => !file.includes('backups'))
        .sort()
    const before = files()
    const link = startApp({ home, browser, args: ['stint://start?notes=Offer', '--flag'] })
    onTestFinished(() => link.dispose())
    expect(await link.ended).toBe(0)
    await until(async () => {
      expect(await electron.windows()).toMatchObject([{ path: '/link?notes=Offer', visible: true }])
    })
    expect(files()).toEqual(before)
    const status = await rawCall(await app.page(), 'timer.status')
    expect(status.value).toEqual({ running: false })

    // Without a link the window comes forward as it is.
    await electron.minimizeWindow('/link?notes=Offer')
    const again = startApp({ home, browser })
    onTestFinished(() => again.dispose())
    expect(await again.ended).toBe(0)
    await until(async () => {
      expect(await electron.windows()).toMatchObject([{ path: '/link?notes=Offer', visible: true }])
    })
  })

  it('reaches a first that was not ready yet, with its link', async ({ skip }) => {
    skip(process.platform === 'win32', 'the browser of the test is a shell script')
    const home = await newHome()
    const [slow, go] = [join(home, 'slow-browser'), join(home, 'go')]
    const waits = `while [ ! -e '${go}' ]; do sleep 0.05; done`
    writeFileSync(slow, `#!/bin/sh\n${waits}\nexec '${browser}' "$@"\n`, { mode: 0o755 })
    const app = startApp({ home, browser: slow })
    onTestFinished(() => app.dispose())
    const starts = join(home, 'electron', 'SingletonStarts')
    await until(() => expect(readdirSync(starts)).toEqual([]))
    const second = startApp({ home, browser, args: ['stint://start?notes=Offer'] })
    onTestFinished(() => second.dispose())
    await until(() => expect(readdirSync(starts)).toHaveLength(1))
    expect(await app.electron.windows()).toEqual([])
    writeFileSync(go, '')
    const page = await app.page()
    // The link may arrive before the window opens or after.
    await until(() => expect(page.url()).toBe('https://stint.invalid/#/link?notes=Offer'))
    expect(await second.ended).toBe(0)
  })

  it('by the system at login brings no window up', async () => {
    const { electron } = await openApp(browser)
    await electron.closeWindow('/')
    await until(async () => expect(await electron.windows()).toEqual([]))
    await electron.openAgain(['stint', '--quiet'])
    await electron.openAgain(['stint', '--quiet', 'stint://start?notes=Offer'])
    await until(async () => {
      expect((await electron.windows()).map(({ path }) => path)).toEqual(['/link?notes=Offer'])
    })
  })
})

it('of the other host shows the window of the app, or says that it is open', async () => {
  const { electron, home } = await openApp(browser)
  await electron.closeWindow('/')
  await until(async () => expect(await electron.windows()).toEqual([]))
  const { pid } = readOwner(home)!
  expect(await runProgram(['app', '--no-open'], { home })).toMatchObject({
    code: 1,
    json: {
      error: {
        code: 'conflict',
        message: `Stint is already open on this data folder, in its own window (process ${pid}). Quit it there, or use that one`,
      },
    },
  })
  expect(await electron.windows()).toEqual([])
  expect(await runProgram(['app'], { home })).toEqual({ code: 0, json: { url: null }, stderr: '' })
  await until(async () => {
    expect(await electron.windows()).toMatchObject([{ path: '/', visible: true }])
  })
})
