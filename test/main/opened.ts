/** The built app on the stand-in, on a folder of the test's own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { CallInput, CallName, CallValue, CoreEvent } from '#shared/ipc/contract.ts'
import { sharedChromium } from '../support/electron-stand-in/shared-chromium.ts'
import { startApp, type RunningApp } from '../support/electron-stand-in/start.ts'

interface Answer {
  ok: boolean
  value?: unknown
  error?: { code: string; message: string }
}

/** What the preload puts on the page. */
export interface Exposed {
  stint: {
    call(name: string, input?: unknown): Promise<Answer>
    on(listener: (event: CoreEvent) => void): () => void
  }
}

/** Makes a call as the page does, valid or not. */
export const rawCall = (page: Page, name: string, input?: unknown): Promise<Answer> =>
  page.evaluate(
    ([name, input]) => (window as unknown as Exposed).stint.call(name as string, input),
    [name, input],
  )

export interface Opened {
  home: string
  app: RunningApp
  electron: RunningApp['electron']
  page: Page
  /** A call that has to succeed. */
  ask<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<CallValue<Name>>
}

export async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'stint-main-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

export interface OpenOptions {
  home?: string
  env?: Record<string, string>
  args?: string[]
  /** With the default folder of a person whose home folder is `home`. */
  isUsual?: boolean
  /** Without an account: as on first run. */
  isNew?: boolean
}

/** Opens the app with its main window, and an account of this machine; ends with the test. */
export async function openApp(browser: string, options: OpenOptions = {}): Promise<Opened> {
  const home = options.home ?? (await newHome())
  const { env = {}, args, isUsual } = options
  // A Chromium has one language and one time zone.
  const isShared = !('STAND_IN_LANGUAGE' in env || 'TZ' in env)
  const chromium = isShared ? await sharedChromium(browser) : undefined
  const app = startApp({ home, browser, chromium, env, args, isUsual })
  onTestFinished(() => app.dispose())
  const page = await app.page()
  await page.waitForSelector('#app > *')
  const ask: Opened['ask'] = async (name, input) => {
    const answer = await rawCall(page, name, input)
    expect(answer.ok, `${name}: ${answer.error?.message}`).toBe(true)
    return answer.value as never
  }
  const { account } = await ask('app.state')
  if (account === null && !options.isNew) await ask('account.createLocal')
  return { home, app, electron: app.electron, page, ask }
}
