/** Names as long as people give them, on every page and at every width. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { cutTextOf, type CutText } from './cut-text.ts'
import { beginDemo } from './demo-service.ts'
import { listen } from './inspect.ts'
import { outOfSightOf, type OutOfSight } from './out-of-sight.ts'
import { goTo, paths } from './pages.ts'

onAnyDay()

const long = {
  'projects/1': 'Wayfinding and signage for the regional hospital, second building phase',
  'projects/2': 'Relaunch of the members’ magazine with an archive of all its issues',
  'clients/1': 'Association of Independent Booksellers of the Northern Islands',
  'clients/2': 'Ministry for the Environment, Climate, Energy and Regional Development',
  'tasks/1': 'Accessibility review together with people who use screen readers',
  'charges/1': 'Mileage with the studio’s own van, including tolls and ferry fares',
  'categories/1': 'Everything that the accountant asks about at the end of the year',
} as const

const widths = [
  { width: 360, height: 740 },
  { width: 640, height: 800 },
  { width: 900, height: 800 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1000 },
] as const

it('cuts no text while the elements beside it have room to spare', async () => {
  const { page, stint, changeThere } = await beginDemo()
  const spoken = listen(page)
  for (const [path, name] of Object.entries(long)) await changeThere(path, { name })
  await stint('sync')
  const found: (CutText & { at: string })[] = []
  for (const size of widths) {
    await page.setViewportSize(size)
    for (const path of paths) {
      await goTo(page, path)
      const cut = await cutTextOf(page)
      for (const one of cut) {
        // Text that is on every page is reported once.
        const isKnown = found.some(({ text, where }) => text === one.text && where === one.where)
        if (!isKnown) found.push({ at: `${path}, ${size.width} wide`, ...one })
      }
    }
  }
  expect(found).toEqual([])
  expect(spoken).toEqual([])
})

async function choose(page: Page, language: 'en' | 'de'): Promise<void> {
  await page.setViewportSize(widths[3])
  await goTo(page, '/settings/language')
  await page.getByRole('combobox', { name: /^(Language|Sprache)$/ }).selectOption(language)
  await page.locator(`html[lang=${language}]`).waitFor()
}

const searched = ['/projects', '/projects/charges', '/categories'] as const

it('keeps all text and controls within the window, in each language', async () => {
  const { page } = await beginDemo()
  const spoken = listen(page)
  const found: (OutOfSight & { at: string })[] = []
  const look = async (at: string) => {
    for (const one of await outOfSightOf(page)) {
      // Text that is on every page is reported once.
      const isKnown = found.some(({ text, where }) => text === one.text && where === one.where)
      if (!isKnown) found.push({ at, ...one })
    }
  }
  for (const language of ['en', 'de'] as const) {
    await choose(page, language)
    for (const size of widths) {
      await page.setViewportSize(size)
      for (const path of paths) {
        await goTo(page, path)
        await look(`${path}, ${size.width} wide, ${language}`)
      }
      for (const path of searched) {
        await goTo(page, path)
        await page.keyboard.press('/')
        await page.getByRole('searchbox').fill(long['projects/1'])
        await page.getByRole('button', { name: long['projects/1'] }).waitFor()
        await look(`a search in ${path}, ${size.width} wide, ${language}`)
        await page.keyboard.press('Escape')
      }
    }
  }
  expect(found).toEqual([])
  expect(spoken).toEqual([])
})

/** Where the rail, the panel and the labels of the rail have just come in. */
const tightest = [641, 1041, 1185]

/** Runs in the page: headings that are cut, and other text of which next to nothing is left. */
function cutToNothing(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *')].flatMap((element) => {
    const { scrollWidth, clientWidth } = element
    const isCut =
      scrollWidth > clientWidth + 1 && getComputedStyle(element).textOverflow === 'ellipsis'
    const isShown = element.checkVisibility({ visibilityProperty: true })
    if (!isCut || !isShown || (element.tagName !== 'H1' && clientWidth >= 40)) return []
    return [`“${element.textContent.trim()}” (${element.className}): ${clientWidth} pixels`]
  })
}

it('shows every heading whole and something of every text, in each language', async () => {
  const { page } = await beginDemo()
  const cut: string[] = []
  for (const language of ['en', 'de'] as const) {
    await choose(page, language)
    for (const width of tightest) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of paths) {
        await goTo(page, path)
        const here = await page.evaluate(cutToNothing)
        cut.push(...here.map((what) => `${path}, ${width} wide, ${language}: ${what}`))
      }
    }
  }
  expect(cut).toEqual([])
})
