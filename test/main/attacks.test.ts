/** Attempts of a compromised page, or of another program: each is refused. */
import { beforeAll, expect, it } from 'vitest'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { onAnyDay } from '../support/test-day.ts'
import { openApp, rawCall, type Exposed } from './opened.ts'
import { until } from '../support/until.ts'

onAnyDay()

let browser: string
beforeAll(() => {
  browser = ensureBrowser()
})

it('answers only the main frame of a page of ours, in a window of ours', async () => {
  const { electron } = await openApp(browser)
  await electron.clickTray('Mini timer')
  await electron.clickTray('Quick entry…')
  await until(async () => expect(await electron.windows()).toHaveLength(3))
  const call = { channel: 'stint:call', args: ['app.state'] }
  const own = { url: 'app://stint/#/', isMainFrame: true }
  for (const of of ['/', '/mini', '/entry']) {
    await until(async () => {
      expect(await electron.invoke({ ...own, of, ...call }), of).toMatchObject({ ok: true })
    })
    for (const frame of [
      { url: 'https://evil.example/', isMainFrame: true },
      { url: 'app://evil/', isMainFrame: true },
      { url: 'app://stint.evil/', isMainFrame: true },
      { url: 'file:///app/stint', isMainFrame: true },
      { url: 'about:blank', isMainFrame: true },
      { url: 'app://stint/', isMainFrame: false },
      { url: null, isMainFrame: true },
    ]) {
      const answer = await electron.invoke({ ...frame, of, ...call })
      expect(answer, JSON.stringify({ of, frame })).toMatchObject({
        ok: false,
        error: { code: 'refused-sender' },
      })
    }
  }
  // The right address in contents that are not a window of ours.
  expect(await electron.invoke({ ...own, ...call })).toMatchObject({
    error: { code: 'refused-sender' },
  })
})

it('refuses a call outside the contract, and an invalid argument', async () => {
  const { page, ask, electron } = await openApp(browser)
  for (const name of ['files.read', '__proto__', 'constructor', 'toString', '', 'app.state ']) {
    expect(await rawCall(page, name, '/etc/passwd')).toMatchObject({
      error: { code: 'unknown-call' },
    })
  }
  const notes = 'x'.repeat(1_100_000)
  expect(await rawCall(page, 'timer.start', { notes })).toMatchObject({
    error: { code: 'validation', message: 'Too much at once. Send less than 1 MB' },
  })
  expect(await ask('timer.status')).toEqual({ running: false })

  // Names on a prototype are treated as unknown ones. JSON carries them as own keys.
  const polluted = await page.evaluate(() => {
    const input = JSON.parse(
      '{"notes":"Offer","__proto__":{"project":7},"constructor":{}}',
    ) as object
    return (window as unknown as Exposed).stint.call('timer.start', input)
  })
  expect(polluted).toMatchObject({ error: { code: 'validation' } })
  for (const args of [
    ['timer.start', '{}'],
    ['timer.start', []],
    ['timer.start', null],
    [{}],
    [],
  ]) {
    const sender = { url: 'app://stint/#/', isMainFrame: true, of: '/' }
    const answer = await electron.invoke({ ...sender, channel: 'stint:call', args })
    expect(answer, JSON.stringify(args)).toMatchObject({ ok: false })
  }
  expect(await ask('timer.status')).toEqual({ running: false })
  expect(({} as { project?: number }).project).toBeUndefined()
  const sender = { url: 'app://stint/#/', isMainFrame: true, of: '/' }
  await expect(electron.invoke({ ...sender, channel: 'stint:files', args: [] })).rejects.toThrow(
    'No handler registered',
  )
})

it('serves each answer with a strict policy, and nothing outside the page’s folder', async () => {
  const { electron } = await openApp(browser)
  const index = await electron.request('app://stint/')
  expect(index.status).toBe(200)
  const script = /src="\.?(\/assets\/[^"]+\.js)"/.exec(index.body)![1]!
  for (const path of ['/', script, '/no-such.js', '/../main/index.js']) {
    const { headers } = await electron.request(`app://stint${path}`)
    expect(headers, path).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self';"),
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/)
  }
  for (const url of [
    'app://stint/../main/index.js',
    'app://stint/%2e%2e/main/index.js',
    'app://stint/%2E%2E/%2e%2E/package.json',
    'app://stint/..%2fmain%2findex.js',
    'app://stint/%2e%2e%5cmain/index.js',
    'app://stint/%252e%252e/main/index.js',
    'app://stint/assets/..%2f..%2fmain/index.js',
    'app://stint/..;/main/index.js',
    'app://stint/index.html%00.js',
    'app://stint//etc/passwd.js',
    'app://stint/C:%5cWindows%5cwin.js',
    'app://stint/%ff.js',
    'app://other/index.html',
  ]) {
    expect(await electron.request(url), url).toMatchObject({ status: 404, body: '' })
  }
})

it('runs no script but its own', async () => {
  const { page } = await openApp(browser)
  const ran = await page.evaluate(async () => {
    const blocked: string[] = []
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      blocked.push(effectiveDirective),
    )
    const inline = document.createElement('script')
    inline.textContent = 'window.taken = true'
    document.head.append(inline)
    const foreign = document.createElement('script')
    foreign.src = 'https://evil.example/x.js'
    document.head.append(foreign)
    const frame = document.createElement('iframe')
    frame.src = 'https://evil.example/'
    document.body.append(frame)
    const away = await fetch('https://evil.example/').then(
      () => 'reached',
      () => 'refused',
    )
    while (blocked.length < 4) await new Promise((resolve) => setTimeout(resolve, 10))
    return { away, taken: 'taken' in window, blocked: blocked.sort() }
  })
  expect(ran).toEqual({
    away: 'refused',
    taken: false,
    blocked: ['connect-src', 'frame-src', 'script-src-elem', 'script-src-elem'],
  })
})

it('neither navigates nor opens windows, in any of its windows, and grants nothing', async () => {
  const { app, electron, page } = await openApp(browser)
  await electron.clickTray('Mini timer')
  const mini = await app.page('/mini')
  await mini.waitForSelector('#app > *')
  for (const each of [page, mini]) {
    const before = each.url()
    await each.evaluate(() => {
      location.href = 'https://evil.example/away'
    })
    await each.evaluate(() => {
      for (const url of [
        'https://example.org/link',
        'http://evil.example/',
        'file:///etc/passwd',
      ]) {
        window.open(url)
      }
      window.open('javascript:alert(1)')
    })
    expect(each.url()).toBe(before)
  }
  // Links of https are opened in the system's browser, and only those.
  await until(async () => {
    expect(await electron.openedOutside()).toEqual([
      'https://example.org/link',
      'https://example.org/link',
    ])
  })
  expect(await electron.windows()).toHaveLength(2)
  for (const name of ['media', 'geolocation', 'notifications', 'clipboard-read', 'usb', 'hid']) {
    expect(await electron.permission({ name }), name).toEqual([false, false, false])
  }
  // The only permission of a page, when the person presses a button: put text on the clipboard.
  const name = 'clipboard-sanitized-write'
  expect(await electron.permission({ name })).toEqual([true, true, false])
  for (const from of ['https://evil.example/', 'app://other/', 'null']) {
    expect(await electron.permission({ name, from }), from).toEqual([false, false, false])
  }
})

it('gives the page two functions, and confines every window', async () => {
  const { electron, page, app } = await openApp(browser)
  await electron.clickTray('Mini timer')
  await electron.clickTray('Quick entry…')
  const pages = [page, await app.page('/mini'), await app.page('/entry')]
  for (const each of pages) {
    await each.waitForFunction(() => 'stint' in window)
    const seen = await each.evaluate(() => ({
      functions: Object.keys((window as unknown as Exposed).stint),
      others: ['require', 'process', 'ipcRenderer', 'module'].filter((name) => name in window),
    }))
    expect(seen).toEqual({ functions: ['call', 'on'], others: [] })
  }
  for (const { preferences } of await electron.windows()) {
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    })
  }
})
