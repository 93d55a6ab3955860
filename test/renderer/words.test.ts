/** What every language has to keep, whoever writes it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createI18n } from 'vue-i18n'
import { compile } from '../../renderer/app/messages/compile.ts'
import { languageFor, languages } from '../../renderer/app/messages/index.ts'
import { createTeller, type Sentences } from '../../renderer/app/messages/sentences.ts'

const folder = '../../renderer/app/messages'
const mains = import.meta.glob<object>('../../renderer/app/messages/*/main.ts', {
  import: 'main',
  eager: true,
})
const pages = import.meta.glob<object>('../../renderer/app/messages/*/pages.ts', {
  import: 'pages',
  eager: true,
})
const cores = import.meta.glob<Sentences>('../../renderer/app/messages/*/core.ts', {
  import: 'core',
  eager: true,
})

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

/** What must not be said, in the languages that this list knows. */
const unsaid: Readonly<Record<string, RegExp>> = {
  en: /\b(error|failed|invalid|oops|sorry)\b/i,
  de: /fehler|fehlgeschlagen|fehlschl|ungültig|hoppla|\bups\b|\b(du|dich|dir|dein\w*)\b|["']\w/i,
}

describe('every language', () => {
  it('is there by its folder alone', () => {
    const folders = readdirSync(join(import.meta.dirname, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(languages).toEqual(folders.toSorted())
    expect(languages).toContain('de')
  })

  it.each(others)('says all that English says, and nothing else: %s', (language) => {
    expect([...wordsOf(language).keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  it.each(others)('fills in the same values, with the same forms of the plural: %s', (language) => {
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
      ...Object.entries(cores[`${folder}/${language}/core.ts`] ?? {}),
    ]
    expect(said.filter(([, text]) => pattern?.test(text))).toEqual([])
  })

  it('is chosen by what the person reads, when they chose none', () => {
    expect(languageFor('system', ['fr-CH', 'de-AT', 'en'])).toBe('de')
    expect(languageFor('system', ['xx'])).toBe('en')
    expect(languageFor('en', ['de'])).toBe('en')
    expect(languageFor('xx', ['de'])).toBe('de')
  })
})

/** All that the core says stands somewhere in these files. */
const sources = ['electron/core', 'shared'].flatMap((part) => {
  const path = join(import.meta.dirname, '../..', part)
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(path, name), 'utf8'))
})
const source = sources.join('\n')

describe('sentences of the core', () => {
  const tables = Object.entries(cores)

  it.each(tables)('are those that the core says: %s', (_, sentences) => {
    const isField = (name: string) => {
      const field = name.toLowerCase().replaceAll(' ', '_')
      return new RegExp(`\\b${field}(?:_id)?\\b`).test(source)
    }
    // eslint-disable-next-line no-template-curly-in-string -- as it stands in the sources
    const ofKind = (piece: string) => piece.replace(/\b(project|task|client|charge)\b/, '${kind}')
    // Whatever is filled in is put together there.
    const isSaid = (sentence: string) =>
      sentence
        .split(/\{\w+\}/)
        .map((piece) => piece.trim())
        .every((piece) => source.includes(piece) || source.includes(ofKind(piece)))
    const stale = Object.keys(sentences).filter((text) => !isSaid(text) && !isField(text))
    expect(stale).toEqual([])
  })

  it.each(tables)('fill in what is filled in there: %s', (_, sentences) => {
    for (const [key, words] of Object.entries(sentences)) {
      expect({ key, in: namesIn(words) }).toEqual({ key, in: namesIn(key) })
    }
  })

  it('are said whole, by patterns, and within each other', () => {
    const tell = createTeller(cores[`${folder}/de/core.ts`]!)
    expect(tell('There is nothing to undo')).toBe('Es gibt nichts zurückzunehmen')
    expect(tell('Undid: Deleted “Call (2) | a+b”')).toBe(
      'Zurückgenommen: „Call (2) | a+b“ gelöscht',
    )
    expect(tell('Undid: Redid: Added project “{x}”')).toBe(
      'Zurückgenommen: Wiederholt: Projekt „{x}“ angelegt',
    )
    expect(tell('Received 3 entries from the service')).toBe('3 Einträge vom Dienst erhalten')
    expect(tell('Deleted “two\nlines”')).toBe('„two\nlines“ gelöscht')
    expect(tell('What nobody translated')).toBe('What nobody translated')
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
      const [ours, theirs] = [said(compile(texts)), said(texts)]
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
