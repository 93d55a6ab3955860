/** Finds English that a window in another language shows, although there is a translation. */
import type { Page } from 'playwright-core'

const folder = '../../renderer/app/messages'
const parts = {
  ...import.meta.glob<object>('../../renderer/app/messages/{en,de}/main.ts', {
    import: 'main',
    eager: true,
  }),
  ...import.meta.glob<object>('../../renderer/app/messages/{en,de}/pages.ts', {
    import: 'pages',
    eager: true,
  }),
}
const textsIn = (tree: object): string[] =>
  Object.values(tree).flatMap((value: string | object) =>
    typeof value === 'string' ? value.split(' | ') : textsIn(value),
  )
const textsOf = (language: string) =>
  ['main', 'pages'].flatMap((part) => textsIn(parts[`${folder}/${language}/${part}.ts`]!))

const german = textsOf('de')
const english = textsOf('en').filter((text) => !german.includes(text))
const isSentence = (text: string) => text.trim().split(/\s+/).length >= 3
/**
 * Texts that are compared whole, and those long enough to be found within another text. “Do” is a
 * day of the week, too.
 */
const whole = new Set(english.filter((text) => !text.includes('{') && text.length > 2))
const within = [
  ...new Set(english.flatMap((text) => text.split(/\{[^}]*\}/)).map((text) => text.trim())),
].filter(isSentence)

/** Every such text that the page shows or reads aloud. Texts that people wrote count, too. */
export async function englishOn(page: Page): Promise<string[]> {
  const lines = await page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [placeholder], [title]')]
    return [
      ...document.body.innerText.split('\n'),
      ...named.flatMap((element) =>
        ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
      ),
    ]
  })
  return lines
    .map((line) => line.trim())
    .filter((line) => whole.has(line) || within.some((text) => line.includes(text)))
}
