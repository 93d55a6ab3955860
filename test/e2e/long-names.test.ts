/** Names as long as people give them, on every page and at every width. */
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
  for (const language of ['en', 'de']) {
    await page.setViewportSize(widths[3])
    await goTo(page, '/settings/language')
    await page.getByRole('combobox', { name: /^(Language|Sprache)$/ }).selectOption(language)
    await page.locator(`html[lang=${language}]`).waitFor()
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
