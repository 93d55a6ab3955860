/** The rules for every language. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createI18n } from 'vue-i18n'
import { compileMessages } from '../../renderer/app/messages/compile-messages.ts'
import { resolveLanguage, languages } from '../../renderer/app/messages/index.ts'
import type { CoreSentences, CoreTranslations } from '#shared/sentences/translator.ts'
import { saysInstead } from '../support/plain-english.ts'
import { faultsIn, translated } from '../support/plain-german.ts'

const folder = '../../renderer/app/messages'
const mains = import.meta.glob<object>('../../renderer/app/messages/*/main.ts', {
  import: 'main',
  eager: true,
})
const pages = import.meta.glob<object>('../../renderer/app/messages/*/pages.ts', {
  import: 'pages',
  eager: true,
})
const coreWords = import.meta.glob<CoreTranslations>('../../shared/sentences/*/core.ts', {
  eager: true,
})
const saidByCore = (language: string): [string, string][] => {
  const words = coreWords[`../../shared/sentences/${language}/core.ts`]
  return words ? Object.entries({ ...words.core, ...words.sentences }) : []
}

/** The message files themselves, without those that combine them. */
const filesOfBoth = import.meta.glob<object>(
  ['../../renderer/app/messages/{de,en}/*.ts', '!../../renderer/app/messages/*/{main,pages}.ts'],
  { eager: true },
)
/** The core's sentences by file; `core.ts` has them all, and comes last. */
const germanTables = Object.entries(
  import.meta.glob<object>(
    // Those on paper are no sentences of the core.
    ['../../shared/sentences/de/*.ts', '!../../shared/sentences/de/paper.ts'],
    { eager: true },
  ),
).toSorted(
  ([one], [other]) => Number(one.endsWith('/core.ts')) - Number(other.endsWith('/core.ts')),
)

/** `['day.today', 'Today']` and so on. */
const flat = (tree: object, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value as object, `${path}${key}.`),
  )
const wordsOf = (language: string) =>
  new Map([
    ...flat(mains[`${folder}/${language}/main.ts`] ?? {}),
    ...flat(pages[`${folder}/${language}/pages.ts`] ?? {}),
  ])
const english = wordsOf('en')
const others = languages.filter((language) => language !== 'en')

const placeholders = (text: string): string[] =>
  [...new Set(text.match(/\{(?:'[^']*'|\w+)\}/g))].toSorted()
const namesIn = (text: string) => placeholders(text).filter((name) => name !== "{'@'}")

/** Forbidden words, in the languages that this list covers. */
const unsaid: Readonly<Record<string, RegExp>> = {
  en: /\b(error|failed|invalid|oops|sorry)\b/i,
  de: /fehler|fehlgeschlagen|fehlschl|ungültig|hoppla|\bups\b|\b(du|dich|dir|dein\w*)\b|["']\w/i,
}

describe('every language', () => {
  it('is added by its folder alone', () => {
    const folders = readdirSync(join(import.meta.dirname, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(languages).toEqual(folders.toSorted())
    expect(languages).toContain('de')
  })

  it.each(others)('has every text of English, and no other: %s', (language) => {
    expect([...wordsOf(language).keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  it.each(others)('has the same placeholders and plural forms: %s', (language) => {
    const shape = (text: string) => ({
      forms: text.split(' | ').length,
      values: namesIn(text),
    })
    for (const [key, text] of wordsOf(language)) {
      expect({ key, ...shape(text) }).toEqual({ key, ...shape(english.get(key) ?? '') })
    }
  })

  it.each(languages)('never blames, and never says that something failed: %s', (language) => {
    const pattern = unsaid[language]
    const said = [
      ...[...wordsOf(language)].map(([key, text]) => [key, text.replaceAll("{'@'}", '')] as const),
      ...saidByCore(language),
    ]
    expect(said.filter(([, text]) => pattern?.test(text))).toEqual([])
  })

  it('is chosen by what the person reads, when they chose none', () => {
    expect(resolveLanguage('system', ['xx-CH', 'de-AT', 'en'])).toBe('de')
    expect(resolveLanguage('system', ['xx'])).toBe('en')
    expect(resolveLanguage('en', ['de'])).toBe('en')
    expect(resolveLanguage('xx', ['de'])).toBe('de')
  })
})

/** Words that are names: of pages in the app, programs, keys and formats. */
const names = new Set([
  ...['Day', 'Week', 'Timesheet', 'Expenses', 'Reports', 'Categories', 'Projects', 'Sync'],
  ...['History', 'Settings', 'Recent', 'Network', 'Mine', 'Everyone', 'Stint', 'Toggl', 'Track'],
  ...['Detailed', 'Export', 'Save', 'API', 'CSV', 'JSON', 'PDF', 'URL', 'URLs', 'ID', 'USD'],
  ...['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'Ctrl', 'Alt', 'Esc', 'Enter', 'Sleep', 'Work'],
  ...['I', 'V', 'E', 'An', 'One'],
])

describe('English', () => {
  /** Each form of a message separately, without its placeholders. */
  const said = [...english].flatMap(([key, text]) =>
    text
      .split(' | ')
      .map((form) => [key, form.replaceAll("{'@'}", '@').replaceAll(/\{\w+\}/g, '0')] as const),
  )

  it.each(saysInstead)('does not use %s, but: %s', (pattern) => {
    expect(said.filter(([, form]) => pattern.test(form))).toEqual([])
  })

  it('has capitals where a sentence begins and in names alone', () => {
    const others = said.flatMap(([key, form]) =>
      [...form.replaceAll(/“[^”]*”/g, '0').matchAll(/(?<![.?!:·…/(]\s)(?<=\S\s)[A-Z]\w*/g)]
        .map(([word]) => word)
        .filter((word) => !names.has(word))
        .map((word) => `${key}: ${word}`),
    )
    expect(others).toEqual([])
  })
})

describe('German', () => {
  it('is plain, and ends where English ends: texts of windows', () => {
    const texts = Object.entries(filesOfBoth)
      .filter(([path]) => path.includes('/de/'))
      .flatMap(([path, german]) =>
        translated(filesOfBoth[path.replace('/de/', '/en/')], german, path.split('/').at(-1)!),
      )
    expect(texts.length).toBe(english.size)
    expect(faultsIn(texts)).toEqual([])
  })

  it('is plain, and ends where English ends: sentences of the core', () => {
    const seen = new Set<string>()
    const texts = germanTables.flatMap(([path, tables]) =>
      Object.values(tables as Record<string, CoreSentences>)
        .flatMap((table) => Object.entries(table))
        .filter(([sentence]) => !seen.has(sentence) && seen.add(sentence))
        .map(([sentence, german]) => ({
          where: `${path.split('/').at(-1)} “${sentence}”`,
          english: sentence,
          german,
        })),
    )
    expect(texts.length).toBe(saidByCore('de').length)
    expect(faultsIn(texts)).toEqual([])
  })
})

describe('messages', () => {
  it('are read as vue-i18n reads them', () => {
    const said = (messages: object) => {
      const i18n: unknown = createI18n({
        legacy: false,
        locale: 'en',
        messages: { en: messages as Record<string, never> },
      }).global
      return (i18n as { t(key: string, values: object, count?: number): string }).t
    }
    for (const language of languages) {
      const texts = Object.fromEntries(
        [...wordsOf(language)].map(([key, text]) => [key.replaceAll('.', ' '), text]),
      )
      const [ours, theirs] = [said(compileMessages(texts)), said(texts)]
      for (const [key, text] of Object.entries(texts)) {
        const values = Object.fromEntries(
          namesIn(text).map((name) => [name.slice(1, -1), `<${name}>`]),
        )
        for (const count of [0, 1, 2, 5]) {
          const words = ours(key, values, count)
          expect(words, key).toBe(theirs(key, values, count))
          expect(words, key).not.toMatch(/\w \| \w/)
        }
        if (!text.includes(' | ')) expect(ours(key, values), key).toBe(theirs(key, values))
      }
    }
  })
})
