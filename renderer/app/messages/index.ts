/**
 * Messages of the user interface, one file for each part of it, one folder for each language.
 * `main.ts` lists the messages of the first window, `pages.ts` those that are loaded with the first
 * page that is opened. Style: plain, short, sentence case; what is, then what can be done. "Here"
 * is this computer, "the service" the other side. `{'@'}` writes an at sign.
 *
 * To add a language, add a folder with the same keys, and one in `shared/sentences` with `core.ts`:
 * the words for what the core says, and `paper.ts`: those on paper. No other file of the windows has
 * to change.
 */
import { inject, shallowRef, type Ref } from 'vue'
import { createI18n, useI18n } from 'vue-i18n'
import type { CoreTranslations, TranslateCore } from '#shared/sentences/translator.ts'
import { formatNumber } from '../../ui/format.ts'
import { compileMessages } from './compile-messages.ts'
import { main as english } from './en/main.ts'
import type { pages as englishPages } from './en/pages.ts'
import { createCoreTranslator, untranslated } from './core-sentences.ts'

/** `{ day: { today: string } }` as `'day.today'`. */
type PathOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${PathOf<Tree[Key]>}`
}[keyof Tree & string]

/** The type of another language's messages: the same keys. */
export type SameKeys<Tree> = {
  [Key in keyof Tree]: Tree[Key] extends string ? string : SameKeys<Tree[Key]>
}

export type MessageKey = PathOf<typeof english> | PathOf<typeof englishPages>

/**
 * @param values the values for the placeholders of the message
 * @param count chooses between singular and plural, and fills `{count}`
 */
export type Translate = (
  key: MessageKey,
  values?: Record<string, unknown>,
  count?: number,
) => string

export type { TranslateCore }

/** The reference language, whose keys all others have; it is always loaded. */
const usual: string = 'en'

const mains = import.meta.glob<SameKeys<typeof english>>(['./*/main.ts', '!./en/main.ts'], {
  import: 'main',
})
const pages = import.meta.glob<SameKeys<typeof englishPages>>('./*/pages.ts', {
  import: 'pages',
})
const coreWords = import.meta.glob<CoreTranslations>('../../../shared/sentences/*/core.ts')

/** Tags of all available languages, in alphabetical order. */
export const languages: readonly string[] = [
  usual,
  ...Object.keys(mains).map((path) => path.split('/')[1]!),
].toSorted()

/**
 * @param chosen a language, or `system`
 * @param preferred the person's languages, in order of preference
 * @returns the language to use: the chosen one where it is available, else the first that is
 */
export function resolveLanguage(chosen: string, preferred: readonly string[]): string {
  const wanted = chosen === 'system' ? preferred : [chosen, ...preferred]
  for (const tag of wanted) {
    const known = [tag, tag.split('-', 1)[0]!].find((name) => languages.includes(name))
    if (known !== undefined) return known
  }
  return usual
}

export interface MessageLoader {
  /** Resolves when the messages of pages are loaded. */
  loadPageMessages(): Promise<void>
  /** Switches to another language as soon as all of its messages are loaded. */
  switchLanguage(language: string): Promise<void>
}

const messageLoaderKey = Symbol('message loader')
const translateCoreKey = Symbol('translate core')

/** @param first the language expected at the start; messages are loaded in it */
export function createMessages(first = usual) {
  const i18n = createI18n({
    legacy: false,
    locale: usual,
    fallbackLocale: usual,
    messages: { [usual]: compileMessages(english) as Record<string, never> },
  })
  const { global } = i18n
  const translators = new Map<string, TranslateCore>()
  const translator = shallowRef<TranslateCore>(untranslated)
  const loaded = new Map<string, Promise<void>>()
  let wanted = first
  let wantsPages = false

  /** Loads each file once; a failed load is retried on the next request. */
  function once<Content>(
    files: Record<string, () => Promise<Content>>,
    path: string,
    take: (content: Content) => void,
  ): Promise<void> | undefined {
    const load = files[path]
    if (!load) return undefined
    const found = loaded.get(path) ?? load().then(take)
    loaded.set(path, found)
    found.catch(() => loaded.delete(path))
    return found
  }
  const load = (language: string) => {
    const add = (content: object) => global.mergeLocaleMessage(language, compileMessages(content))
    return Promise.all([
      once(mains, `./${language}/main.ts`, add),
      wantsPages ? once(pages, `./${language}/pages.ts`, add) : undefined,
      once(coreWords, `../../../shared/sentences/${language}/core.ts`, (words) =>
        translators.set(language, createCoreTranslator(words)),
      ),
    ])
  }

  const loader: MessageLoader = {
    async loadPageMessages() {
      wantsPages = true
      // If another language was chosen in the meantime, its messages are needed.
      for (let done: string | undefined; done !== wanted;) {
        done = wanted
        await load(done)
      }
    },
    async switchLanguage(language) {
      wanted = language
      await load(language)
      if (wanted !== language) return
      global.locale.value = language
      translator.value = translators.get(language) ?? untranslated
    },
  }
  const translateCore: TranslateCore = (text) => translator.value(text)
  return {
    ...loader,
    translateCore,
    install(app: Parameters<typeof i18n.install>[0]) {
      i18n.install(app)
      app.provide(messageLoaderKey, loader)
      app.provide(translateCoreKey, translateCore)
    },
  }
}

/** Returns the translate function, with type-checked keys. */
export function useTranslate(): Translate {
  const { t } = useI18n({ useScope: 'global' })
  return (key, values = {}, count) =>
    count === undefined ? t(key, values) : t(key, { count: formatNumber(count), ...values }, count)
}

/** The language of the messages, such as `de`. */
export const useMessageLanguage = (): Readonly<Ref<string>> =>
  useI18n({ useScope: 'global' }).locale

/** Loads messages and switches their language. */
export const useMessageLoader = (): MessageLoader => inject<MessageLoader>(messageLoaderKey)!

/** Returns the function that translates the core's sentences into the window's language. */
export const useTranslateCore = (): TranslateCore => inject<TranslateCore>(translateCoreKey)!
