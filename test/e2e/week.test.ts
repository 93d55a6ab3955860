/** The week calendar over the real core: by keys alone, by pointer, and in every look. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { daysOfWeek } from '#shared/rules/calendar.ts'
import { formatDay, formatWeekday } from '../../renderer/ui/format.ts'
import { playAt, testDay } from '../support/test-day.ts'
import { addMorning, beginWork, entryWords, press, untilFocused, type Work } from './at-work.ts'
import { startBareService } from './bare-service.ts'
import { fingerOn, type Spot } from './finger.ts'
import { inspectEverywhere, listen } from './inspect.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

const gone = { state: 'detached' } as const
const within = { timeout: 90_000 }
const patience = { timeout: 90_000, interval: 100 }

const calendar = (page: Page): Locator => page.getByRole('grid', { name: /^Calendar/ })
const block = (page: Page, name: string | RegExp): Locator =>
  calendar(page).getByRole('gridcell').getByRole('button', { name })
const form = (page: Page): Locator => page.getByRole('dialog', { name: /^(New|Edit) entry/ })
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Late in the evening the calendar begins further down. */
const toForenoon = (page: Page) =>
  page.locator('#content').evaluate((element) => element.scrollTo({ top: 400 }))

async function openWeek(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Week' }).waitFor()
  await press(page, 'g', 'w')
  await calendar(page).waitFor()
}

/** An entry as the core has it. */
async function kept(stint: Work['stint'], notes: string) {
  const { data } = (await stint('times', 'list', '--query', notes)) as {
    data: { date: string; start: number; quantity: number; total: number }[]
  }
  return data.map(({ date, start, quantity }) => ({ date, start, quantity }))
}

it('does a week’s work by keys alone', async () => {
  const { page, day, stint } = await beginWork({ before: addMorning })
  const spoken = listen(page)
  const said = page.getByRole('status').or(page.locator('[aria-live]'))
  const today = formatWeekday(day())
  await openWeek(page)
  const frames = block(page, /Wireframes/)
  const call = block(page, /Weekly call/)
  const colors = block(page, /Colour study/)
  await frames.waitFor()

  // One tab stop; up and down by time, up to the day's head and back.
  const stops = calendar(page).locator('[tabindex="0"]')
  expect(await stops.count()).toBe(1)
  await press(page, 'ArrowDown')
  await untilFocused(colors)
  await press(page, 'k', 'k')
  await untilFocused(frames)
  await press(page, 'j')
  await untilFocused(call)
  expect(await stops.count()).toBe(1)
  await press(page, 'Home')
  const head = calendar(page)
    .getByRole('columnheader')
    .getByRole('button', {
      name: `${today} ${formatDay(day(), day())}, 2 hours 30 minutes`,
    })
  await untilFocused(head)
  await press(page, 'ArrowDown')
  await untilFocused(frames)

  // Longer and shorter, later and earlier, each saved and announced at once.
  await press(page, 'Shift+ArrowDown')
  await said
    .getByText(`${today}, 09:00 to 10:15, 1 hour 15 minutes, Website, Design`)
    .first()
    .waitFor()
  await untilFocused(frames)
  await press(page, 'Shift+ArrowUp', 'Shift+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowUp')
  await said.getByText(`${today}, 08:30 to 09:15, 45 minutes`).first().waitFor()
  await expect
    .poll(() => kept(stint, 'Wireframes'), patience)
    .toEqual([{ date: day(), start: 510, quantity: 3 }])
  await press(page, 'Alt+ArrowDown', 'z')
  // It was like this before the move was saved, too.
  await page.getByText(/^Undone/).waitFor()
  await expect.poll(() => kept(stint, 'Wireframes'), patience).toMatchObject([{ start: 510 }])
  await untilFocused(frames)

  // To other days, over the edge of the week, too, and back.
  for (let step = 1; step <= 7; step++) {
    await press(page, 'Alt+ArrowLeft')
    await untilFocused(block(page, new RegExp(`^${formatWeekday(day(-step))}, 08:30 .*Wireframes`)))
  }
  await expect
    .poll(() => kept(stint, 'Wireframes'), patience)
    .toMatchObject([{ date: day(-7), start: 510 }])
  for (let step = 6; step >= 0; step--) await press(page, 'Alt+ArrowRight')
  await untilFocused(block(page, new RegExp(`^${today}, 08:30 .*Wireframes`)))
  await expect
    .poll(() => kept(stint, 'Wireframes'), patience)
    .toMatchObject([{ date: day(), start: 510 }])

  // Between days, at the same time of day.
  await press(page, 'ArrowRight')
  await untilFocused(block(page, new RegExp(`^${formatWeekday(day(1))}, .*empty`)))
  // On a Sunday that was another week, so the calendar returns first.
  await press(page, 'ArrowLeft')
  await untilFocused(calendar(page).locator(`[data-at^="${day()} "]`))
  await press(page, 'ArrowUp', 'ArrowDown')
  await untilFocused(frames)

  // An empty slot, as long as an increment of the latest work, made longer, becomes an entry.
  await press(page, 'Control+ArrowDown', 'Control+ArrowDown')
  await untilFocused(block(page, `${today}, 09:21 to 09:27, 6 minutes, empty`))
  await press(page, 'Shift+ArrowDown')
  await untilFocused(block(page, `${today}, 09:21 to 09:33, 12 minutes, empty`))
  await press(page, 'Enter')
  await untilFocused(form(page).getByLabel('Notes'))
  expect(await form(page).getByLabel('From').inputValue()).toBe('09:21')
  await page.keyboard.type('Letters')
  await press(page, 'Enter')
  await form(page).waitFor(gone)
  const letters = block(page, /Letters/)
  await untilFocused(letters)
  expect(await letters.textContent()).toContain('12 minutes')
  await page.getByText('Added “').waitFor()

  // Edit by both keys; Esc gives the focus back; an invalid value is reported.
  for (const key of ['e', 'Enter']) {
    await press(page, key)
    await untilFocused(form(page).getByLabel('Notes'))
    await press(page, 'Escape')
    await form(page).waitFor(gone)
    await untilFocused(letters)
  }
  await press(page, 'e')
  await form(page).getByLabel('Duration').fill('soon')
  await press(page, 'Enter')
  await form(page).getByText('Enter a duration').waitFor()
  await untilFocused(form(page).getByLabel('Duration'))
  await form(page).getByLabel('Duration').fill('20m')
  await form(page).getByLabel('Notes').fill('Letters and post')
  await press(page, 'Control+Enter')
  await form(page).waitFor(gone)
  await untilFocused(block(page, /Letters and post/))

  // A copy in the next free slot, the gap, a deletion and its undo.
  await press(page, 'd')
  await untilFocused(form(page).getByLabel('Notes'))
  expect(await form(page).getByLabel('From').inputValue()).toBe('10:30')
  await press(page, 'Escape')
  await form(page).waitFor(gone)
  await press(page, 'ArrowDown', 'f')
  await untilFocused(form(page).getByLabel('Notes'))
  expect(await form(page).getByLabel('From').inputValue()).toBe('10:30')
  expect(await form(page).getByLabel('To', { exact: true }).inputValue()).toBe('11:30')
  await press(page, 'Escape')
  await untilFocused(call)
  await press(page, 'Delete')
  await call.waitFor(gone)
  await untilFocused(colors)
  await press(page, 'z')
  await untilFocused(call)
  await press(page, 'Shift+Z')
  await call.waitFor(gone)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent), patience)
    .toMatch(/Colour study|Letters and post/)

  // Continue: a running block, open at its end.
  await press(page, 'c')
  const running = block(page, /The timer is running|Running/)
  await running.waitFor()
  await stint('stop')
  await running.waitFor(gone)

  // Periods, a new entry by its key, and the day's own page.
  const period = await heading(page).textContent()
  await press(page, '[')
  await expect.poll(() => heading(page).textContent(), patience).not.toBe(period)
  await press(page, ']', ']', 't')
  await expect.poll(() => heading(page).textContent(), patience).toBe(period)
  await press(page, 'n')
  await untilFocused(form(page).getByLabel('Notes'))
  await press(page, 'Shift+Tab')
  await untilFocused(form(page).getByRole('button', { name: 'Save' }))
  await press(page, 'Tab')
  await untilFocused(form(page).getByLabel('Notes'))
  await press(page, 'Escape')
  await form(page).waitFor(gone)
  await press(page, '?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const words of [
    'Shorten or extend',
    'Move earlier or later',
    'Empty slot',
    'Previous or next day',
  ])
    await sheet.getByText(words).first().waitFor()
  await press(page, 'Escape')
  await sheet.waitFor(gone)
  await press(page, 'Home', 'ArrowLeft', 'Enter')
  await page.getByRole('heading', { name: formatWeekday(day(-1)) }).waitFor()
  expect(page.url()).toMatch(/#\/$/)
  expect(spoken).toEqual([])
})

/**
 * The week before, with a morning's work on its Thursday: a form beside it has room, and leaves the
 * Monday free, on any day of the week.
 */
async function openLastWeek() {
  const [monday, tuesday, , thursday] = daysOfWeek(testDay().day(-7), 1) as [string, ...string[]]
  const work = await beginWork({ before: (stint) => addMorning(stint, thursday) })
  await openWeek(work.page)
  await press(work.page, '[')
  await toForenoon(work.page)
  return { ...work, monday, tuesday: tuesday!, thursday: thursday! }
}

it('draws, moves and resizes with the pointer, and cancels', async () => {
  const { page, stint, monday, thursday } = await openLastWeek()
  const spoken = listen(page)
  const colors = block(page, /Colour study/)
  await colors.waitFor()
  const area = calendar(page).locator('.days')
  const column = (date: string) => calendar(page).locator(`[data-date="${date}"]`)
  /** A minute of a day, on screen. */
  const at = async (date: string, minute: number) => {
    const box = (await column(date).boundingBox())!
    return { x: box.x + box.width / 2, y: box.y + minute * 0.9 }
  }
  const go = async (date: string, minute: number) => {
    const { x, y } = await at(date, minute)
    await page.mouse.move(x, y, { steps: 4 })
  }
  expect(await area.count()).toBe(1)

  // To another day, with its times shown while it is dragged; Esc cancels.
  await go(thursday, 720)
  await page.mouse.down()
  await go(monday, 780)
  await block(page, /12:30 to 13:30/).waitFor()
  await press(page, 'Escape')
  await block(page, /11:30 to 12:30/).waitFor()
  await page.mouse.up()
  expect(await form(page).count()).toBe(0)
  await go(thursday, 720)
  await page.mouse.down()
  await go(monday, 780)
  await page.mouse.up()
  await page.getByText('Moved to').waitFor()
  await expect
    .poll(() => kept(stint, 'Colour'), patience)
    .toEqual([{ date: monday, start: 750, quantity: 10 }])

  // By its edges, in increments of its project.
  await go(monday, 808)
  await page.mouse.down()
  await go(monday, 840)
  await page.mouse.up()
  await expect
    .poll(() => kept(stint, 'Colour'), patience)
    .toMatchObject([{ start: 750, quantity: 15 }])
  await go(monday, 752)
  await page.mouse.down()
  await go(monday, 722)
  await page.mouse.up()
  await expect
    .poll(() => kept(stint, 'Colour'), patience)
    .toMatchObject([{ start: 720, quantity: 20 }])
  // The toast of the move before may still be fading out.
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect
    .poll(() => kept(stint, 'Colour'), patience)
    .toMatchObject([{ start: 750, quantity: 15 }])

  // Drawn, then dragged while its form is open, then saved.
  await go(monday, 570)
  await page.mouse.down()
  await go(monday, 640)
  await calendar(page).locator('[data-draft]').getByText('09:30 – 10:45').waitFor()
  await page.mouse.up()
  await untilFocused(form(page).getByLabel('Notes'))
  await page.keyboard.type('Wharf signs')
  await go(monday, 644)
  await page.mouse.down()
  await go(monday, 660)
  await page.mouse.up()
  expect(await form(page).getByLabel('Duration').inputValue()).toBe('1:30')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await block(page, /09:30 to 11:00.*Wharf signs/).waitFor()
  await untilFocused(block(page, /Wharf signs/))

  // A press opens an existing block, and a press elsewhere keeps what was written.
  await block(page, /Wharf signs/).click()
  await form(page).getByLabel('Notes').fill('Wharf signs, round two')
  await go(thursday, 1000)
  await page.mouse.down()
  await page.mouse.up()
  await form(page).waitFor(gone)
  await page.getByText('Changed “').waitFor()
  await expect
    .poll(() => kept(stint, 'round two'), patience)
    .toMatchObject([{ start: 570, quantity: 6 }])

  // A block that is only drawn is removed by a press elsewhere; the day's head leads to the day.
  await go(monday, 900)
  await page.mouse.down()
  await page.mouse.up()
  await form(page).waitFor()
  await press(page, 'Escape')
  await form(page).waitFor(gone)
  expect(await stint('times', 'list')).toMatchObject({ total: 4 })
  await calendar(page).getByRole('columnheader').getByRole('button').first().click()
  await page.getByRole('heading', { name: formatWeekday(monday) }).waitFor()
  expect(spoken).toEqual([])
})

it('scrolls a block out from under the heads of the days where it was dropped', async () => {
  const { page } = await beginWork({ before: addMorning })
  await openWeek(page)
  const frames = block(page, /Wireframes/)
  const box = async (of: Locator) => (await of.boundingBox())!
  const heads = calendar(page).locator('.heads')
  await frames.waitFor()
  await toForenoon(page)
  const { x, y, width, height } = await box(frames)
  const edge = await box(heads)
  // Held near its lower end, which is dropped just below the heads.
  const [across, held] = [x + width / 2, y + height - 8]
  await page.mouse.move(across, held)
  await page.mouse.down()
  await page.mouse.move(across, held - 20, { steps: 3 })
  await page.mouse.move(across, edge.y + edge.height / 2, { steps: 3 })
  await page.mouse.up()
  await page.getByText('Moved to').waitFor()
  await untilFocused(frames)
  const below = async () => (await box(frames)).y - (await box(heads)).y - (await box(heads)).height
  await expect.poll(below, patience).toBeGreaterThanOrEqual(0)
})

it('returns to a block when a drag that scrolled away from it is canceled', async () => {
  const { page } = await beginWork({ before: addMorning })
  await openWeek(page)
  const frames = block(page, /Wireframes/)
  const box = async (of: Locator) => (await of.boundingBox())!
  await frames.waitFor()
  await toForenoon(page)
  const heads = await box(calendar(page).locator('.heads'))
  const content = await box(page.locator('#content'))
  const isUnderHeads = async () => {
    const { y, height } = await box(frames)
    return y + height <= heads.y + heads.height
  }
  // Its lower end follows the pointer, which scrolls at the lower edge of the calendar.
  const { x, y, width } = await box(frames.locator('.edge.end'))
  await page.mouse.move(x + width / 2, y + 4)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + 30, { steps: 3 })
  await page.mouse.move(x + width / 2, content.y + content.height - 6, { steps: 3 })
  const former = calendar(page).locator('.left')
  await expect
    .poll(async () => (await box(former)).y + (await box(former)).height, patience)
    .toBeLessThan(heads.y + heads.height)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await untilFocused(frames)
  await expect.poll(isUnderHeads, patience).toBe(false)
})

it('closes the form in a low window when keys reach a slot under it, and U brings it back', async () => {
  const { page } = await beginWork({ before: addMorning, width: 640, height: 400 })
  await openWeek(page)
  await block(page, /Wireframes/).waitFor()
  const notes = form(page).getByLabel('Notes')
  await press(page, 'Home', 'ArrowDown', 'n')
  await untilFocused(notes)
  await notes.fill('Lost and found')
  // Without a length it cannot be saved.
  await form(page).getByLabel('From').fill('soon')
  await press(page, 'Shift+F6')
  const isOutside = () => page.evaluate(() => !document.activeElement?.closest('.popover'))
  await expect.poll(isOutside, patience).toBe(true)
  /** Whether any of the element in focus is on top. */
  const isSeen = () =>
    page.evaluate(() => {
      const element = document.activeElement!
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return !over?.closest('.popover')
    })
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
    await press(page, key)
    await expect.poll(isSeen, patience).toBe(true)
  }
  await form(page).waitFor(gone)
  await press(page, 'u')
  await form(page).waitFor()
  expect(await notes.inputValue()).toBe('Lost and found')
})

it('keeps what is written while its block is resized, and when another form replaces it', async () => {
  const { page, stint } = await beginWork({ before: addMorning })
  await openWeek(page)
  const frames = block(page, /Wireframes/)
  await frames.waitFor()
  await toForenoon(page)
  const notes = form(page).getByLabel('Notes')
  /** Drags the lower edge of the form's block by an increment. */
  async function pull(of: Locator) {
    const { x, y, width } = (await of.locator('.edge.end').boundingBox())!
    await page.mouse.move(x + width / 2, y + 4)
    await page.mouse.down()
    await page.mouse.move(x + width / 2, y + 14, { steps: 3 })
    await page.mouse.move(x + width / 2, y + 24, { steps: 3 })
    await page.mouse.up()
  }

  // A new entry: drawn, written, resized, and saved by the key that Save shows.
  await frames.click()
  await page.keyboard.press('Escape')
  await form(page).waitFor(gone)
  await press(page, 'n')
  await untilFocused(notes)
  await page.keyboard.type('Lost and found')
  await pull(calendar(page).locator('[data-draft]'))
  await untilFocused(notes)
  await press(page, 'Enter')
  await form(page).waitFor(gone)
  // One that runs past midnight has a block on each day.
  await block(page, /Lost and found/)
    .first()
    .waitFor()

  // An existing one: its new length and its new notes are saved together.
  await frames.click()
  await untilFocused(notes)
  await notes.fill('Wireframes, edited')
  await pull(frames)
  await untilFocused(notes)
  await press(page, 'Enter')
  await form(page).waitFor(gone)
  await expect
    .poll(() => kept(stint, 'edited'), patience)
    .toMatchObject([{ start: 540, quantity: 5 }])

  // Its own key does not start over; another block's form replaces it, and what was written is
  // kept.
  const edited = block(page, /Wireframes, edited/)
  await edited.click()
  await notes.fill('Wireframes, edited twice')
  await edited.focus()
  await press(page, 'Enter')
  await untilFocused(notes)
  expect(await notes.inputValue()).toBe('Wireframes, edited twice')
  await block(page, /Colour study/).focus()
  await press(page, 'Enter')
  await expect.poll(() => kept(stint, 'twice'), patience).toHaveLength(1)
  await expect.poll(() => notes.inputValue(), patience).toBe('Colour study')

  // Esc leaves it unsaved, and U brings it back.
  await notes.fill('Colour study, not yet')
  await press(page, 'Escape')
  await form(page).waitFor(gone)
  expect(await kept(stint, 'not yet')).toEqual([])
  await press(page, 'u')
  await untilFocused(notes)
  expect(await notes.inputValue()).toBe('Colour study, not yet')

  // Another page keeps it, too.
  await press(page, 'Control+k')
  await page.getByRole('combobox', { name: 'Command menu' }).fill('timesheet')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'Timesheet' }).waitFor()
  await expect.poll(() => kept(stint, 'not yet'), patience).toHaveLength(1)
})

it('lets a finger scroll, and move, resize and draw by holding', async () => {
  const { page, stint, monday, tuesday, thursday } = await openLastWeek()
  const spoken = listen(page)
  const colors = block(page, /Colour study/)
  await colors.waitFor()
  const content = page.locator('#content')
  const scrolled = () => content.evaluate((element) => element.scrollTop)
  await toForenoon(page)
  const finger = await fingerOn(page)
  /** Scrolls with a finger, which leaves the page with momentum, and waits until that has ended. */
  const scroll = async (from: Spot, to: Spot) => {
    await content.evaluate((element) => {
      const rest = new Promise((done) => element.addEventListener('scrollend', done))
      Object.assign(window, { rest })
    })
    await finger.swipe(from, to)
    await page.evaluate(() => (window as unknown as { rest: Promise<unknown> }).rest)
  }
  const at = async (date: string, minute: number) => {
    const box = (await calendar(page).locator(`[data-date="${date}"]`).boundingBox())!
    return { x: box.x + box.width / 2, y: box.y + minute * 0.9 }
  }
  const lifted = calendar(page).locator('.block.dragged')

  // A finger that moves at once scrolls, also from a block; nothing opens, nothing moves.
  await scroll(await at(thursday, 720), await at(thursday, 620))
  expect(await scrolled()).toBeGreaterThan(440)
  expect(await form(page).count()).toBe(0)
  expect(await lifted.count()).toBe(0)

  // A tap opens; scrolling leaves the form as it is; a tap elsewhere closes it and does no more.
  await finger.tap(await at(thursday, 720))
  await untilFocused(form(page).getByLabel('Notes'))
  await form(page).getByLabel('Notes').fill('Colour study, again')
  const before = await scrolled()
  await scroll(await at(monday, 800), await at(monday, 860))
  expect(await scrolled()).toBeLessThan(before)
  expect(await form(page).getByLabel('Notes').inputValue()).toBe('Colour study, again')
  await finger.tap(await at(monday, 900))
  await form(page).waitFor(gone)
  await block(page, /Colour study, again/).waitFor()
  expect(await stint('times', 'list')).toMatchObject({ total: 3 })
  await toForenoon(page)

  // A block that is held rises, and moves along to another day; a canceled touch returns it.
  await finger.down(await at(thursday, 720))
  await lifted.waitFor()
  await finger.go(await at(monday, 780))
  await block(page, /12:30 to 13:30.*Colour/).waitFor()
  await finger.lose()
  await lifted.waitFor(gone)
  await block(page, /11:30 to 12:30.*Colour/).waitFor()
  const still = await scrolled()
  await finger.down(await at(thursday, 720))
  await lifted.waitFor()
  await finger.go(await at(monday, 780))
  await block(page, /12:30 to 13:30.*Colour/).waitFor()
  await finger.up()
  await expect
    .poll(() => kept(stint, 'Colour'), patience)
    .toEqual([{ date: monday, start: 750, quantity: 10 }])
  expect(await scrolled()).toBe(still)

  // Its edges have grips now, which resize at once.
  const grip = async (edge: 'begin' | 'end') => {
    const box = (await calendar(page).locator(`[data-grip][data-edge=${edge}]`).boundingBox())!
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const end = await grip('end')
  await finger.down(end)
  await finger.go({ x: end.x, y: end.y + 27 })
  await finger.up()
  await expect
    .poll(() => kept(stint, 'Colour'), patience)
    .toMatchObject([{ start: 750, quantity: 15 }])
  const begin = await grip('begin')
  await finger.down(begin)
  await finger.go({ x: begin.x, y: begin.y - 27 })
  await finger.up()
  await expect
    .poll(() => kept(stint, 'Colour'), patience)
    .toMatchObject([{ start: 720, quantity: 20 }])
  // A tap elsewhere deselects it, and adds nothing.
  await finger.tap(await at(monday, 900))
  await calendar(page).locator('[data-grip]').first().waitFor(gone)
  expect(await form(page).count()).toBe(0)

  // Holding on empty ground draws, as far as the finger goes; what is drawn has grips, too.
  await finger.down(await at(monday, 570))
  const drawn = calendar(page).locator('[data-draft]')
  await drawn.getByText('09:30 – 10:30').waitFor()
  await finger.go(await at(monday, 640))
  await drawn.getByText('09:30 – 10:45').waitFor()
  await finger.up()
  await untilFocused(form(page).getByLabel('Notes'))
  await page.keyboard.type('Wharf signs')
  const lower = await grip('end')
  await finger.down(lower)
  await finger.go({ x: lower.x, y: lower.y + 14 })
  await finger.up()
  await expect.poll(() => form(page).getByLabel('Duration').inputValue(), patience).toBe('1:30')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await block(page, /09:30 to 11:00.*Wharf signs/).waitFor()

  // At the lower edge it scrolls along.
  const from = await scrolled()
  const bottom = (await content.boundingBox())!
  await finger.down(await at(monday, 600))
  await lifted.waitFor()
  await finger.go({ x: (await at(monday, 0)).x, y: bottom.y + bottom.height - 6 })
  await expect.poll(scrolled, patience).toBeGreaterThan(from + 100)
  await finger.lose()
  await lifted.waitFor(gone)

  // With one day on screen, the edge leads to the day beside it.
  await page.setViewportSize({ width: 360, height: 740 })
  await stint(...entryWords([1, 1], '09:00', 4, 'Stand-up'), '--date', monday)
  await page.getByRole('group', { name: 'Days of the week' }).getByRole('button').first().click()
  const standUp = block(page, /Stand-up/)
  await standUp.scrollIntoViewIfNeeded()
  const where = (await standUp.boundingBox())!
  const middle = { x: where.x + where.width / 2, y: where.y + where.height / 2 }
  await finger.down(middle)
  await lifted.waitFor()
  await finger.go({ x: 354, y: middle.y })
  await calendar(page).locator(`[data-date="${monday}"]`).waitFor(gone)
  await finger.go({ x: 180, y: middle.y })
  // On a busy machine the finger stays at the edge for longer, and that leads on.
  const shown = await calendar(page).locator('[data-date]').getAttribute('data-date')
  expect(shown! >= tuesday).toBe(true)
  await finger.up()
  await expect
    .poll(() => kept(stint, 'Stand-up'), patience)
    .toMatchObject([{ date: shown, start: 540 }])
  expect(spoken).toEqual([])
})

it('shows every state correctly in every look', async () => {
  const service = await startBareService()
  service.validate = ({ notes }) =>
    notes === 'Dielines' ? { task_id: ['The task field is required.'] } : null
  const work = await beginWork()
  const { page, day, stint } = work
  const spoken = listen(page)
  const week = daysOfWeek(day(), 1)
  const known = (date: string, start: number, quantity: number, notes: string, ids = [1, 1]) =>
    service.add({ project_id: ids[0]!, task_id: ids[1]!, date, start, quantity, notes })
  week.forEach((date, index) => {
    if (index > 4) return
    known(date, 525, 1, 'Stand-up', [2, 1])
    known(date, 540 + index * 15, 7 - index, 'Homepage hero, second round, with new photography')
    known(date, 690, 5, 'Hut search, map and list', [2, 2])
    known(date, 795, 6 + index, 'Wayfinding at the wharf', [1, 2])
  })
  known(week[1]!, 1380, 8, 'Night train, over midnight')
  for (const notes of ['Layout', 'Proof', 'Print', 'Courier']) known(week[2]!, 1050, 4, notes)
  const labels = known(day(), 990, 3, 'Room 4 labels')
  await page.getByLabel('Service URL').fill(service.url)
  await page.getByLabel('Access token').fill('token')
  await page.getByText('Found 127.0.0.1').first().waitFor()
  await press(page, 'Enter')
  await page.getByText('Room 4 labels').first().waitFor(within)
  // Otherwise the one may be sent before the other is made, and nothing is in conflict.
  await stint('sync', 'pause')
  await stint('times', 'update', `remote:${labels.id}`, '--notes', 'Room 4 labels, Dutch')
  service.change(labels.id, { notes: 'Room 4 and 5 labels' })
  await stint('sync', 'resume')
  const add = (start: string, quantity: number, notes: string) =>
    stint(
      ...['times', 'add', '--project-id', 'remote:1', '--task-id', 'remote:1'],
      ...['--start', start, '--quantity', String(quantity), '--notes', notes],
    )
  await add('12:00', 2, 'Dielines')
  await openWeek(page)
  await block(page, /Rejected by the service/).waitFor(within)
  await block(page, /Changed both here and on the service/).waitFor(within)
  await service.leave()
  await add('11:00', 2, 'Ferry livery')
  await stint('start', '--ago', '47m', 'Hero animation', '#remote:1').catch(() => null)
  await block(page, /Ferry livery.*not synced yet/).waitFor()
  expect(await block(page, /Night train/).count()).toBe(2)
  await calendar(page).getByRole('button', { name: '1 more here' }).waitFor()
  await press(page, 'ArrowDown')
  await inspectEverywhere(page, 'week')

  await press(page, 'n')
  await untilFocused(form(page).getByLabel('Notes'))
  await page.keyboard.type('Wharf signs, round two')
  await inspectEverywhere(page, 'week-entry')
  await press(page, 'Escape')
  await press(page, '[', '[', '[')
  await page.getByText('Nothing logged this week').waitFor()
  await inspectEverywhere(page, 'week-empty')
  expect(spoken).toEqual([])
})
