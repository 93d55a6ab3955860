import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { commandLine } from './run.ts'

const { home, start } = commandLine()
const browser = ensureBrowser()

/**
 * A browser that shows its windows to nobody but the test, in the place of the one that would be
 * found. It is the real one, with the arguments that it is given.
 */
async function invisibleBrowser(folder: string): Promise<Record<string, string>> {
  const path = join(folder, 'browser.sh')
  const more = '--headless=new --disable-gpu --remote-debugging-port=0'
  await writeFile(
    path,
    `#!/bin/sh\nprintf '%s\\n' "$@" >> ${folder}/arguments\nexec ${browser} ${more} "$@"\n`,
  )
  await chmod(path, 0o700)
  return { STINT_BROWSER: path, DISPLAY: ':0' }
}

async function contentOf(path: string): Promise<string> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (text.includes('\n')) return text
    await wait(20)
  }
}

/** The page of the window, which may still be on its way to the app. */
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
      expect(given).toContain('--app=http://127.0.0.1:')
      expect(given).not.toContain(token)

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

    // Its window is gone; the program goes on until it is told to end.
    expect((await fetch(url!)).status).toBe(200)
    running.kill('SIGINT')
    expect((await running.ended).code).toBe(0)
  })
})
