/** Determines the display formats from the person's choices and the system's locale. */
import type { MachineSettings } from '#shared/ipc/settings.ts'
import { firstWeekdayOf } from '#shared/rules/country-defaults.ts'
import type { Formats } from '../../ui/format.ts'

type Chosen = Pick<MachineSettings, 'locale' | 'hours' | 'lengths' | 'firstDay'>

/** The locales offered to everyone; the system's own and the chosen one are added to them. */
export const commonLocales: readonly string[] = (
  'de-DE de-AT de-CH en-GB en-US en-AU en-CA en-IE en-IN en-NZ en-ZA fr-FR fr-BE fr-CA fr-CH ' +
  'it-IT it-CH es-ES es-MX pt-BR pt-PT nl-NL nl-BE da-DK sv-SE nb-NO fi-FI is-IS et-EE lv-LV ' +
  'lt-LT pl-PL cs-CZ sk-SK hu-HU sl-SI hr-HR ro-RO bg-BG el-GR uk-UA tr-TR ja-JP ko-KR zh-CN zh-TW'
).split(' ')

/** The name of a language in that language, `Deutsch`. */
export function nativeLanguageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** Locales with their names in a language, sorted by name: `Deutsch (Österreich)`. */
export function localeNames(
  language: string,
  tags: readonly string[],
): { tag: string; name: string }[] {
  const names = new Intl.DisplayNames([language], {
    type: 'language',
    languageDisplay: 'standard',
  })
  const { compare } = new Intl.Collator(language)
  return tags
    .map((tag) => ({ tag, name: names.of(tag) ?? tag }))
    .toSorted((one, other) => compare(one.name, other.name))
}

/**
 * The locale of a language in the person's region: the system's locale where it is in that
 * language, else the language with the system's region, where that exists (`en-DE`), else the bare
 * language.
 * @param system the system's locale, such as `de-AT`
 */
export function resolveLocale(language: string, system: string): string {
  const here = new Intl.Locale(system)
  if (here.language === new Intl.Locale(language).language) return system
  const regional = `${language}-${here.maximize().region}`
  return new Intl.DateTimeFormat(regional).resolvedOptions().locale === regional
    ? regional
    : language
}

/**
 * @param language the language of the interface
 * @param system the system's locale
 */
export function resolveFormats(chosen: Chosen, language: string, system: string): Formats {
  const locale = chosen.locale === 'language' ? resolveLocale(language, system) : chosen.locale
  return {
    locale,
    hours: chosen.hours,
    lengths: chosen.lengths,
    firstDay: chosen.firstDay === 'locale' ? firstWeekdayOf(locale) : chosen.firstDay,
  }
}
