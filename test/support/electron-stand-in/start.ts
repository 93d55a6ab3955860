import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import type { Answered, Asked, Operations } from './control.ts'

type Operate = {
  [Name in keyof Operations]: (
    ...input: Parameters<Operations[Name]>
  ) => Promise<Awaited<ReturnType<Operations[Name]>>>
}

export interface RunningApp {
  /** The program's objects, operated from here. */
  readonly electron: Operate
  /** The page of the app's window, once it is there. */
  page(): Promise<Page>
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Ends it the hard way, when the test is over. */
  dispose(): Promise<void>
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Runs the built Electron app on the stand-in. */
export function startApp(options: {
  home: string
  browser: string
  env?: Record<string, string>
}): RunningApp {
  const child = fork(file('../../../out/main/index.js'), [`--home=${options.home}`], {
    execArgv: ['--import', file('./register.ts'), '--no-warnings'],
    env: { ...process.env, STAND_IN_BROWSER: options.browser, ...options.env },
    stdio: 'inherit',
  })
  const waiting = new Map<number, (answer: Answered) => void>()
  let last = 0
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
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

  let connected: ReturnType<typeof chromium.connectOverCDP> | undefined
  return {
    electron,
    ended,
    async page() {
      connected ??= chromium.connectOverCDP(await electron.loaded())
      const pages = (await connected).contexts().flatMap((context) => context.pages())
      const page = pages.find((each) => each.url().startsWith('https://stint.invalid/'))
      if (page === undefined) throw new Error('The window shows no page of the app')
      return page
    },
    async dispose() {
      await connected?.then(
        (browser) => browser.close(),
        () => undefined,
      )
      if (child.exitCode === null) child.disconnect()
      await ended
    },
  }
}
