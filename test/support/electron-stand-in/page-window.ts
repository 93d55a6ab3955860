import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type * as Electron from 'electron'
import type { BrowserContext, CDPSession, Page, Route } from 'playwright-core'
import { createSystemClock } from '#core/node/clock.ts'
import { unwrap } from '#shared/errors.ts'
import { pageClockAt } from '../page-clock.ts'
import { preventable } from './event.ts'
import { pack, unpack } from './packing.ts'
import { applyPermissions } from './permissions.ts'
import { bindingName, pageWorldSource, preloadWorld, preloadWorldSource } from './worlds.ts'

/** What a window needs of the rest of the stand-in. */
export interface Surroundings {
  context(): BrowserContext
  /** The part of a shared Chromium to which its windows belong. */
  partition(): string | undefined
  /** The size of the window, which the page fills. */
  size(): Size
  /** Answers a request to `app://`. */
  serve(request: Request): Promise<Response>
  /** Runs a handler of `ipcMain`. */
  invoke(event: InvokeEvent, channel: string, args: unknown[]): Promise<unknown>
}

interface Size {
  width: number
  height: number
}

export interface Frame {
  url: string
}

export interface InvokeEvent {
  sender: Contents
  senderFrame: Frame | null
}

const served = 'https://stint.invalid'
const toApp = (url: string) =>
  url.startsWith(`${served}/`) ? `app://stint${url.slice(served.length)}` : url
const toServed = (url: string) => url.replace(/^app:\/\/stint(?=\/)/, served)

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]

/** The contents of a window: a page of Chromium, its two worlds, and the frame that calls. */
export class Contents
  extends EventEmitter
  implements
    Pick<
      Electron.WebContents,
      | 'send'
      | 'setWindowOpenHandler'
      | 'reload'
      | 'printToPDF'
      | 'forcefullyCrashRenderer'
      | 'isDestroyed'
      | 'isLoading'
      | 'isLoadingMainFrame'
      | 'replaceMisspelling'
    >
{
  reloads = 0
  /** What a menu did in the page. */
  readonly actions: string[] = []
  readonly mainFrame: Frame = { url: '' }
  readonly #surroundings: Surroundings
  readonly #preload: string
  #page: Page | undefined
  #session: CDPSession | undefined
  #preloadContext: number | undefined
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  #loading = false
  #isDestroyed = false
  #canPrint = true
  #mayOpen = true

  constructor(surroundings: Surroundings, preload: string) {
    super()
    this.#surroundings = surroundings
    this.#preload = preload
  }

  /** As Electron: an uncloneable value throws, and so do destroyed contents. */
  send(channel: string, ...args: unknown[]): void {
    this.#live()
    const packed = JSON.stringify(pack(args))
    void this.#inPreload(`standInHear(${JSON.stringify(channel)}, ${packed})`)
  }
  #live(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
  }
  isDestroyed = () => this.#isDestroyed
  isLoading = () => this.#loading
  isLoadingMainFrame = () => this.#loading
  replaceMisspelling(word: string): void {
    this.actions.push(`replace ${word}`)
  }
  failPrinting(): void {
    this.#canPrint = false
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  async load(url: string): Promise<void> {
    // Electron is loading from the call on, not from when the renderer is there.
    this.#loading = true
    const page = (this.#page ??= await this.#open())
    // A page that is closed in the meantime is not loaded.
    await page.goto(toServed(url)).catch((reason: unknown) => {
      if (!this.#isDestroyed) throw reason
    })
    this.#loaded()
  }
  #loaded(): void {
    this.#loading = false
    if (!this.#isDestroyed) this.emit('did-finish-load')
  }

  destroy(): void {
    this.#isDestroyed = true
    this.emit('destroyed')
    void this.#page?.close()
  }

  reload(): void {
    this.#live()
    this.reloads += 1
    this.#loading = true
    // Another load may replace it.
    const done = () => this.#loaded()
    void this.#page?.reload().then(done, done)
  }

  /** Like Electron: the program gets the same event as for any other end. */
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  }

  async printToPDF({ printBackground = false }: Electron.PrintToPDFOptions): Promise<Buffer> {
    if (!this.#canPrint) throw new Error('Failed to generate PDF')
    const { data } = await this.#session!.send('Page.printToPDF', { printBackground })
    return Buffer.from(data, 'base64')
  }

  async #open(): Promise<Page> {
    const context = this.#surroundings.context()
    const partition = this.#surroundings.partition()
    await applyPermissions(context, served, partition)
    const { page, session } = await openWindow(context, this.#surroundings.size(), partition)
    this.#session = session
    session.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
      if (name === preloadWorld) this.#preloadContext = id
    })
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === bindingName) void this.#answer(payload, executionContextId)
    })
    await session.send('Page.enable')
    await session.send('Runtime.enable')
    await session.send('Runtime.addBinding', {
      name: bindingName,
      executionContextName: preloadWorld,
    })
    const add = (source: string, worldName?: string) =>
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source,
        ...(worldName && { worldName }),
      })
    await add(pageClockAt(unwrap(createSystemClock()).now()))
    await add(onlyInMainFrame(pageWorldSource))
    await add(
      onlyInMainFrame(preloadWorldSource(readFileSync(this.#preload, 'utf8'))),
      preloadWorld,
    )

    page.on('close', () => this.emit('stand-in:closed'))
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.mainFrame.url = toApp(frame.url())
    })
    session.on('Page.windowOpen', ({ url }) => {
      this.#mayOpen = this.#openHandler({ url } as Electron.HandlerDetails).action === 'allow'
    })
    page.on('popup', (popup) => {
      if (!this.#mayOpen) void popup.close()
    })
    await page.route('**', (route) => this.#route(route, page))
    return page
  }

  async #route(route: Route, page: Page): Promise<void> {
    const request = route.request()
    const url = toApp(request.url())
    const isMain = request.isNavigationRequest() && request.frame() === page.mainFrame()
    // Reloading from outside the page is no navigation of the page's.
    const isReload = url === this.mainFrame.url.split('#')[0]
    if (isMain && !this.#loading && !isReload) {
      const event = preventable({ url })
      this.emit('will-navigate', event)
      if (event.defaultPrevented) return route.abort('aborted')
    }
    // The program has no business on any network but its own.
    if (!url.startsWith('app://')) return route.abort('blockedbyclient')
    const response = await this.#surroundings.serve(new Request(url, { method: request.method() }))
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  }

  async #answer(payload: string, contextId: number): Promise<void> {
    if (payload === 'close') {
      this.emit('stand-in:closed')
      return
    }
    const { id, channel, args } = unpack(payload) as {
      id: number
      channel: string
      args: unknown[]
    }
    const event = { sender: this, senderFrame: this.mainFrame }
    const answer = await this.#surroundings
      .invoke(event, channel, args)
      .then((value) => pack({ value }))
      .catch((reason: unknown) =>
        pack({ error: `Error invoking remote method '${channel}': ${String(reason)}` }),
      )
    await this.#evaluate(`standInReply(${id}, ${JSON.stringify(answer)})`, contextId)
  }

  async #inPreload(expression: string): Promise<void> {
    if (this.#preloadContext !== undefined) await this.#evaluate(expression, this.#preloadContext)
  }

  async #evaluate(expression: string, contextId: number): Promise<void> {
    // A page that has been closed since has no call that waits.
    await this.#session?.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined)
  }
}

/** A window of its own: Chromium does not render a tab behind another one. */
async function openWindow(
  context: BrowserContext,
  { width, height }: Size,
  partition: string | undefined,
): Promise<{ page: Page; session: CDPSession }> {
  const chromium = await context.browser()!.newBrowserCDPSession()
  const before = new Set(context.pages())
  const { targetId } = await chromium.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    width,
    height,
    ...(partition !== undefined && { browserContextId: partition }),
  })
  await chromium.detach()
  for (;;) {
    const page =
      context.pages().find((one) => !before.has(one)) ?? (await context.waitForEvent('page'))
    before.add(page)
    const session = await context.newCDPSession(page)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    if (targetInfo.targetId === targetId) return { page, session }
    // Another window that opens at the same time.
    await session.detach()
  }
}

/** Electron runs a preload in the main frame only, unless told otherwise. */
const onlyInMainFrame = (source: string) => `if (window === window.top) ${source}`
