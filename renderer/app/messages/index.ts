/**
 * Words of the interface, a file for each part of it, a folder for each language: `main.ts` names
 * what the first window says, `pages.ts` what is loaded with the first page that is opened. Plain,
 * short, sentence case: what is, then what can be done. "Here" is this machine, "the service" the
 * other side. `{'@'}` writes an at sign. Another language is another folder with the same keys.
 */
import { type AsyncComponentLoader, type Component, defineAsyncComponent, inject } from 'vue'
import { createI18n, useI18n } from 'vue-i18n'
import { main as english } from './en/main.ts'
import type { pages as englishPages } from './en/pages.ts'

/** `{ day: { today: string } }` as `'day.today'`. */
type PathOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${PathOf<Tree[Key]>}`
}[keyof Tree & string]

/** What another language has to say of a part: the same keys. */
export type Same<Tree> = {
  [Key in keyof Tree]: Tree[Key] extends string ? string : Same<Tree[Key]>
}

export type MessageKey = PathOf<typeof english> | PathOf<typeof englishPages>

/**
 * @param values what stands in the braces of the message
 * @param count chooses between singular and plural, and stands in `{count}`
 */
export type Say = (key: MessageKey, values?: Record<string, unknown>, count?: number) => string

const loadPages = async () => (await import('./en/pages.ts')).pages

const pagesKey = Symbol('words of the pages')

export function createWords() {
  const i18n = createI18n({
    legacy: false,
    locale: 'en',
    fallbackLocale: 'en',
    messages: { en: english },
  })
  let loaded: Promise<void> | undefined
  /** Resolves when what pages say is there. */
  const pages = () =>
    (loaded ??= loadPages().then((words) => i18n.global.mergeLocaleMessage('en', words)))
  return {
    pages,
    install(app: Parameters<typeof i18n.install>[0]) {
      i18n.install(app)
      app.provide(pagesKey, pages)
    },
  }
}

/** The function that says things, with keys that are checked. */
export function useWords(): Say {
  const { t } = useI18n({ useScope: 'global' })
  return (key, values = {}, count) =>
    count === undefined ? t(key, values) : t(key, { count, ...values }, count)
}

/**
 * Defines components that are loaded, with what they say, when they are first shown.
 * `const later = useLater(); const KeySheet = later(() => import('./KeySheet.vue'))`
 */
export function useLater() {
  const pages = inject<() => Promise<void>>(pagesKey)
  return <Loaded extends Component>(load: AsyncComponentLoader<Loaded>) =>
    defineAsyncComponent<Loaded>(async () => {
      const [component] = await Promise.all([load(), pages?.()])
      return component
    })
}
