import { execFile } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, start } = commandLine()
const browser = ensureBrowser()

/**
 * A browser with invisible windows, in place of the one that would be found. It is the real one,
 * with the same arguments.
 */
async function invisibleBrowser(folder: string): Promise<Record<string, string>> {
  const path = join(folder, 'browser.sh')
  const more = '--headless=new --disable-gpu --remote-debugging-port=0'
  await writeFile(
    path,
    `#!/bin/sh\nprintf '%s\\n' "$@" >> ${folder}/arguments\nexec ${browser} ${more} "$@"\n`,
  )
  // Other users may read the program, as they may read /usr/bin/chromium; not the data folder.
  await chmod(path, 0o755)
  return { STINT_BROWSER: path, DISPLAY: ':0' }
}

/**
 * What another user of this machine gets from a browser's arguments while it starts: every address
 * in them, and every address in a file that they name, opened.
 */
const thief = `
  // Begins as root: the folder of Node may be closed to others.
  process.setgroups([])
  process.setgid(65534)
  process.setuid(65534)
  const { readdirSync, readFileSync } = require('node:fs')
  const { fileURLToPath } = require('node:url')
  const addresses = (text) => text.match(/http:\\/\\/127\\.0\\.0\\.1:\\d+[^\\s"'\\0<]*/g) ?? []
  const files = (text) => text.match(/file:\\/\\/[^\\s"'\\0]+/g) ?? []
  const attempt = (read) => { try { return read() } catch (reason) { return reason.code } }
  const folder = process.argv[1]
  const found = { seen: [], refused: [], got: [] }
  for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name))) {
    const text = String(attempt(() => readFileSync('/proc/' + pid + '/cmdline')))
    if (!text.includes('--app=') || !text.includes(folder)) continue
    found.seen.push(text)
    for (const file of files(text)) {
      const content = String(attempt(() => readFileSync(fileURLToPath(file.split('?')[0]))))
      if (content === 'EACCES') found.refused.push(file)
      found.got.push(...addresses(content))
    }
    found.got.push(...addresses(text))
  }
  Promise.all(found.got.map(async (address) => {
    const answer = await fetch(address.split('#')[0], { redirect: 'manual' })
    return address + ' ' + answer.status + ' ' + answer.headers.get('location')
  })).then((opened) => console.log(JSON.stringify({ ...found, opened })))
`

interface Loot {
  seen: string[]
  refused: string[]
  got: string[]
  opened: string[]
}

async function steal(folder: string): Promise<Loot> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', thief, folder], {
    cwd: '/',
  })
  return JSON.parse(stdout) as Loot
}

/** The entries of the window's history, for its back and forward buttons. */
async function visited(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  return entries.map(({ url }) => url)
}

async function contentOf(path: string): Promise<string> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (text.includes('\n')) return text
    await wait(20)
  }
}

/** The page of the window, which may still be loading the app. */
async function pageOf(context: BrowserContext): Promise<Page> {
  for (;;) {
    const found = context.pages().find((page) => page.url().startsWith('http://127.0.0.1'))
    if (found) return found
    await wait(20)
  }
}

describe('the window that stint app opens', () => {
  it('shows the app without leaving its token where other programs could read it', async () => {
    const folder = home()
    const env = await invisibleBrowser(folder)
    const running = start(folder, ['app', '--json'], { env })
    const { url } = await running.ready
    const token = url!.split('#token=')[1]!

    const port = (await contentOf(join(folder, 'browser', 'DevToolsActivePort'))).split('\n')[0]!
    const devtools = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    try {
      const context = devtools.contexts()[0]!
      const page = await pageOf(context)
      await page.waitForSelector('#app > *')
      await page.waitForFunction(() => location.hash === '#/')

      const given = await readFile(join(folder, 'arguments'), 'utf8')
      expect(given).toContain(`--app=file://${folder}/browser/opening/stint.html?`)
      expect(given).not.toContain('127.0.0.1')

      // Neither is the token in the history, which has the ticket, used up by now, and no way back
      // to it.
      const addresses = await visited(page)
      expect(addresses.join()).not.toContain(token)
      expect(addresses.join()).not.toContain('file:')

      // The page has the token: it talks to the core, and still does after a reload.
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (reason) => complaints.push(String(reason)))
      await page.reload()
      await page.waitForSelector('#app > *')
      await page.getByRole('button').first().waitFor()
      expect(complaints).toEqual([])
    } finally {
      const session = await devtools.newBrowserCDPSession()
      await session.send('Browser.close').catch(() => undefined)
      await devtools.close()
    }

    // The window is closed; the program continues until it is told to end.
    expect((await fetch(url!)).status).toBe(200)
    running.kill('SIGINT')
    expect((await running.ended).code).toBe(0)
  })

  it('is out of reach of another user who reads the arguments of a browser that starts', async ({
    skip,
  }) => {
    skip(process.getuid?.() !== 0, 'only root starts a process of another user')
    const folder = home()
    const path = join(folder, 'browser.sh')
    // Takes as long to start as the thief needs, and ends with its folder.
    await writeFile(path, '#!/bin/sh\nwhile [ -e "$0" ] && [ ! -e "$0.go" ]; do sleep 0.02; done\n')
    await chmod(path, 0o755)
    const env = { STINT_BROWSER: path, DISPLAY: ':0' }
    const running = start(folder, ['app', '--json'], { env })
    await running.ready
    const loot = await steal(folder)
    await writeFile(`${path}.go`, '')
    expect(loot.seen.length).toBeGreaterThan(0)
    expect(loot).toMatchObject({ refused: [expect.stringContaining('file:')], opened: [] })
  })
})
