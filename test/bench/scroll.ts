/**
 * `npm run bench -- scroll`: frames while a person scrolls through the Day page, in a real browser
 * over the real core: by the wheel, by dragging the scroll bar up and down, and back to the very
 * first entry. Times between frames are the browser's own (`requestAnimationFrame`), so all other
 * work of the machine counts; the work a frame is what the page's main thread did.
 *
 *     --entries 100000      entries in the database
 *     --seconds 20          how long each way is scrolled
 *     --quick               few entries and a moment: shows that it runs, measures nothing
 *     --output <file>       where the figures go as JSON; bench-results-scroll.json unless given
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type CDPSession, type Page } from 'playwright-core'
import { findBrowser } from '../../electron/browser/find-browser.ts'
import { fillHome } from './filled-home.ts'
import { aligned } from './plain-table.ts'

const launcher = fileURLToPath(new URL('../../electron/cli/stint.cjs', import.meta.url))

interface ScrollFigures {
  way: 'still' | 'wheel' | 'drag'
  frames: number
  /** Milliseconds between frames. */
  p50: number
  p95: number
  p99: number
  longest: number
  /** Milliseconds of the processor that the page's main thread took a frame, on average. */
  work: number
  /** Elements of the page, at most. */
  elements: number
}

export interface ScrollResult {
  figures: ScrollFigures[]
  /** Of the way back to the first entry: seconds, and how many pixels high the list was then. */
  toTheEnd: { seconds: number; pixels: number; elements: number }
  /** Rows that were elsewhere in the list than a frame before, by the wheel and the scroll bar. */
  moved: number
}

/** Counts frames in the page until it is asked for them. */
const countFrames = (page: Page) =>
  page.evaluate(() => {
    const times: number[] = []
    const counted = { times, elements: 0, going: true }
    Object.assign(window, { counted })
    const frame = (at: number) => {
      times.push(at)
      if (times.length % 10 === 0) {
        counted.elements = Math.max(counted.elements, document.querySelectorAll('*').length)
      }
      if (counted.going) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
const countedFrames = (page: Page) =>
  page.evaluate(() => {
    const { counted } = window as unknown as {
      counted: { times: number[]; elements: number; going: boolean }
    }
    counted.going = false
    return counted
  })

/** Seconds that the page's main thread was busy so far. */
async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

async function measure(
  page: Page,
  session: CDPSession,
  way: ScrollFigures['way'],
  scroll: () => Promise<void>,
): Promise<ScrollFigures> {
  const before = await busySeconds(session)
  await countFrames(page)
  await scroll()
  const { times, elements } = await countedFrames(page)
  const busy = (await busySeconds(session)) - before
  const gaps = times
    .slice(1)
    .map((time, nth) => time - times[nth]!)
    .toSorted((one, other) => one - other)
  const at = (share: number) => gaps[Math.floor((gaps.length - 1) * share)] ?? 0
  return {
    ...{ way, frames: gaps.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) },
    ...{ work: (busy * 1_000) / Math.max(1, gaps.length), elements },
  }
}

const forSeconds = async (seconds: number, turn: (nth: number) => Promise<void>) => {
  const from = performance.now()
  for (let nth = 0; performance.now() - from < seconds * 1_000; nth++) await turn(nth)
}

/** Scrolls to the end until there are no earlier entries. */
const scrollToTheEnd = (page: Page) =>
  page.evaluate(async () => {
    const content = document.querySelector('#content')!
    const grid = content.querySelector('[role=grid]')!
    const from = performance.now()
    const atEnd = () =>
      grid.getAttribute('aria-rowcount') !== '-1' &&
      content.scrollTop + content.clientHeight >= content.scrollHeight - 1 &&
      grid.querySelector('.unread') === null
    while (!atEnd()) {
      content.scrollTop = content.scrollHeight
      await new Promise(requestAnimationFrame)
    }
    const seconds = (performance.now() - from) / 1_000
    const elements = document.querySelectorAll('*').length
    return { seconds, pixels: content.scrollHeight, elements }
  })

/**
 * How many rows were elsewhere in the list than a frame before. The browser's own layout shifts
 * count elements, which here show one row after another.
 */
async function movedWhile(page: Page, scroll: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const grid = document.querySelector('#content [role=grid]')!
    const watched = { moved: 0, going: true }
    Object.assign(window, { watched })
    const placesOfRows = () => {
      const { top } = grid.getBoundingClientRect()
      // Of days that are only scrolled past, only the names are visible.
      const rows = [...grid.querySelectorAll<HTMLElement>('[data-row]')].filter((row) =>
        row.checkVisibility({ visibilityProperty: true }),
      )
      return new Map(rows.map((row) => [row.dataset['row'], row.getBoundingClientRect().top - top]))
    }
    let before = placesOfRows()
    const frame = () => {
      const places = placesOfRows()
      for (const [row, place] of places) {
        if (Math.abs((before.get(row) ?? place) - place) > 0.5) watched.moved += 1
      }
      before = places
      if (watched.going) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  await scroll()
  return page.evaluate(() => {
    const { watched } = window as unknown as { watched: { moved: number; going: boolean } }
    watched.going = false
    return watched.moved
  })
}

async function scrollThrough(url: string, seconds: number): Promise<ScrollResult> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(url)
    await page.locator('[role=grid] [data-entry]').first().waitFor()
    const session = await page.context().newCDPSession(page)
    // The time of the processor, without other work of the machine.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.mouse.move(500, 500)

    const wheel = (long: number) => forSeconds(long, () => page.mouse.wheel(0, 120))
    // Up and down through the loaded history, as quickly as a hand goes.
    const drag = (long: number) =>
      forSeconds(long, (nth) =>
        page.evaluate((turn) => {
          const content = document.querySelector('#content')!
          const share = (1 - Math.cos(turn / 60)) / 2
          content.scrollTop = share * (content.scrollHeight - content.clientHeight)
          return new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
        }, nth),
      )

    const figures = [
      await measure(page, session, 'still', () => page.waitForTimeout(seconds * 250)),
      await measure(page, session, 'wheel', () => wheel(seconds)),
    ]
    const toTheEnd = await scrollToTheEnd(page)
    figures.push(await measure(page, session, 'drag', () => drag(seconds)))
    const moved = await movedWhile(page, async () => {
      await drag(seconds / 4)
      await wheel(seconds / 4)
    })
    return { figures, toTheEnd, moved }
  } finally {
    await browser.close()
  }
}

/** @param args the arguments after `scroll` */
export async function benchScroll(args: string[]): Promise<ScrollResult> {
  const { values: given } = parseArgs({
    args,
    options: {
      entries: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '20' },
      quick: { type: 'boolean', default: false },
      output: { type: 'string', default: 'bench-results-scroll.json' },
    },
  })
  const home = mkdtempSync(join(tmpdir(), 'stint-scroll-'))
  try {
    await fillHome(home, given.quick ? 2_000 : Number(given.entries))
    const app = spawn(
      process.execPath,
      [launcher, 'app', '--no-open', '--port', '0', '--home', home, '--json'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    try {
      const [line] = (await once(createInterface({ input: app.stdout }), 'line')) as [string]
      const { url } = JSON.parse(line) as { url: string }
      const result = await scrollThrough(url, given.quick ? 1 : Number(given.seconds))
      const figure = (value: number) => value.toFixed(1)
      console.log(
        aligned([
          ['between frames, ms', 'frames', 'p50', 'p95', 'p99', 'longest', 'work', 'elements'],
          ...result.figures.map((one) => [
            ...[one.way, String(one.frames)],
            ...[one.p50, one.p95, one.p99, one.longest, one.work].map(figure),
            String(one.elements),
          ]),
        ]),
      )
      const { seconds, pixels, elements } = result.toTheEnd
      console.log(
        `to the first entry: ${figure(seconds)} s, ${pixels} pixels, ${elements} elements;`,
        `rows that moved: ${result.moved}`,
      )
      const machine = { node: process.version, processor: cpus()[0]?.model ?? '' }
      writeFileSync(given.output, `${JSON.stringify({ machine, ...result }, null, 2)}\n`)
      return result
    } finally {
      app.kill('SIGTERM')
      await once(app, 'exit')
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
