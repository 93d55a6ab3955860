import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { clockEnvironment } from '../test-day.ts'
import type { Answered, Asked } from './control.ts'
import type { Operations } from './electron.ts'

type Operate = {
  [Name in keyof Operations]: (
    ...input: Parameters<Operations[Name]>
  ) => Promise<Awaited<ReturnType<Operations[Name]>>>
}

export interface RunningApp {
  /** The program's objects, operated from here. */
  readonly electron: Operate
  /** The page of a window, once it is open; of the main one unless `/mini` or `/entry` is named. */
  page(path?: '/mini' | '/entry'): Promise<Page>
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Sends it a signal, without waiting. */
  signal(signal: NodeJS.Signals): void
  /** Ends it by a signal, SIGTERM unless named, and waits until it and its windows are closed. */
  end(signal?: NodeJS.Signals): Promise<void>
  /** Kills it, when the test is over. */
  dispose(): Promise<void>
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Runs the built Electron app on the stand-in. */
export function startApp(options: {
  /** Names the data folder; where `isUsual`, it is the person's own folder with theirs in it. */
  home: string
  isUsual?: boolean
  browser: string
  /** The DevTools of a running Chromium, for its windows; unless named, it starts one. */
  chromium?: string
  /**
   * The system around the program; defaults in parentheses, where there are some.
   *
   * - `STAND_IN_PLATFORM`: `darwin` or `win32` makes the program believe that it runs there. Calls
   *   that only this system has are recorded, and throw elsewhere.
   * - `STAND_IN_PACKAGED=1`, `STAND_IN_SCREENS` (JSON), `STAND_IN_LANGUAGE` (`en-GB`),
   *   `XDG_SESSION_TYPE` (`x11`)
   * - `STAND_IN_READY=never`: no window reports that it is drawn
   * - `STAND_IN_WAITS=none`: waits of the main process by `node:timers/promises` end at once
   * - `STAND_IN_TRAY`: `none` (no panel), `refused`, or `unanswered` (the icon is taken when a test
   *   says so)
   * - `STAND_IN_TAKEN`: keys that another program has
   * - `STAND_IN_NOTIFICATIONS`: `none`, `failed` (macOS and Windows report that they show none), or
   *   `unheard` (Linux shows none and reports nothing)
   * - `STAND_IN_KEYCHAIN`: `none`, `asks`, `refuses`, `busy`, or `rotated`
   * - `STAND_IN_PROXY` (`DIRECT`): as a PAC file answers
   * - `STAND_IN_PERSON`: `name:password` that the system signs in with
   * - `STAND_IN_OPEN_URL`, `STAND_IN_AT_LOGIN=1`, `STAND_IN_LOGIN_ITEM` (`on`, `switched-off`),
   *   `STAND_IN_LOGIN_STATUS`
   */
  env?: Record<string, string>
  args?: string[]
}): RunningApp {
  const { home, isUsual = false, browser, chromium: shared, args = [] } = options
  const bus = mkdtempSync(join(tmpdir(), 'stint-bus-'))
  const child = fork(
    file('../../../out/main/index.cjs'),
    [...(isUsual ? [] : [`--home=${home}`]), ...args],
    {
      execArgv: ['--import', file('./register.ts'), '--no-warnings'],
      env: {
        ...process.env,
        ...clockEnvironment(),
        STAND_IN_BROWSER: browser,
        ...(shared !== undefined && { STAND_IN_CHROMIUM: shared }),
        // Compiles what it loads once for all starts.
        NODE_COMPILE_CACHE: file('../../../node_modules/.cache/stand-in'),
        // Nothing of this machine's own desktop is asked or changed.
        PATH: `${file('./bus')}:${process.env['PATH']}`,
        XDG_CONFIG_HOME: join(home, 'config'),
        // The default folder, if the program ignored the one that it is given.
        XDG_DATA_HOME: join(home, 'elsewhere'),
        STINT_HOME: '',
        ...(isUsual ? { HOME: home } : {}),
        STAND_IN_BUS: bus,
        XDG_SESSION_TYPE: 'x11',
        ...options.env,
      },
      stdio: 'inherit',
    },
  )
  const waiting = new Map<number, (answer: Answered) => void>()
  let last = 0
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      rmSync(bus, { recursive: true, force: true })
      for (const [id, answer] of waiting) answer({ id, error: 'The program has ended' })
      resolve(code)
    })
  })
  child.on('message', (message) => {
    const answer = message as Answered
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })

  const ask = (operation: keyof Operations, input: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const id = (last += 1)
      waiting.set(id, (answer) => {
        if ('error' in answer) reject(new Error(answer.error))
        else resolve(answer.value)
      })
      child.send({ id, operation, input } satisfies Asked)
    })
  const electron = new Proxy({} as Operate, {
    get: (_target, operation) => (input: unknown) => ask(operation as keyof Operations, input),
  })

  let found: ReturnType<typeof electron.loaded> | undefined
  let connected: ReturnType<typeof chromium.connectOverCDP> | undefined
  const connect = async () => {
    const { own } = await (found ??= electron.loaded())
    return (connected ??= chromium.connectOverCDP(shared ?? own!.endpoint))
  }
  /** Chromium ends with the program, unless that was killed. */
  const sweep = async () => {
    const windows = await connected
    const own = found && (await found).own
    if (!own || !windows?.isConnected()) return
    const { pid, profile } = own
    const gone = new Promise((resolve) => windows.once('disconnected', resolve))
    process.kill(pid, 'SIGKILL')
    await gone
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  }
  return {
    electron,
    ended,
    signal: (signal) => void child.kill(signal),
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      if (signal === 'SIGKILL') await sweep()
    },
    async page(path) {
      const [context] = (await connect()).contexts()
      const { partition } = await found!
      const isIt = (page: Page) => {
        const url = URL.parse(page.url())
        if (url?.origin !== 'https://stint.invalid') return false
        const shown = url.hash.slice(1)
        return path ? shown === path : shown !== '/mini' && shown !== '/entry'
      }
      const isOurs = async (page: Page) => {
        if (partition === null) return true
        const session = await context!.newCDPSession(page)
        const { targetInfo } = await session.send('Target.getTargetInfo')
        await session.detach()
        return targetInfo.browserContextId === partition
      }
      return waitFor(
        async () => {
          for (const page of context!.pages().filter(isIt)) {
            // A page that closes in the meantime is none of them.
            if (await isOurs(page).catch(() => false)) return page
          }
          return undefined
        },
        `The window ${path ?? 'of the app'}`,
      )
    },
    async dispose() {
      await connected?.then(
        (browser) => browser.close(),
        () => undefined,
      )
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

async function waitFor<Value>(
  look: () => Promise<Value | undefined>,
  what: string,
): Promise<Value> {
  const deadline = performance.now() + 20_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`${what} did not come up`)
    await pause(20)
  }
}
