/** Words of the interface. Another language is another file with the keys of `en.ts`. */
import { createI18n, useI18n } from 'vue-i18n'
import { en } from './en.ts'

/** `{ day: { today: string } }` as `'day.today'`. */
type PathOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${PathOf<Tree[Key]>}`
}[keyof Tree & string]

type Same<Tree> = { [Key in keyof Tree]: Tree[Key] extends string ? string : Same<Tree[Key]> }

/** What every language has to say. */
export type Messages = Same<typeof en>
export type MessageKey = PathOf<typeof en>

/**
 * @param values what stands in the braces of the message
 * @param count chooses between singular and plural, and stands in `{count}`
 */
export type Say = (key: MessageKey, values?: Record<string, unknown>, count?: number) => string

const languages: Record<string, Messages> = { en }

export const createWords = (locale = 'en') =>
  createI18n({ legacy: false, locale, fallbackLocale: 'en', messages: languages })

/** The function that says things, with keys that are checked. */
export function useWords(): Say {
  const { t } = useI18n({ useScope: 'global' })
  return (key, values = {}, count) =>
    count === undefined ? t(key, values) : t(key, { count, ...values }, count)
}
