/** Which formats a person reads, from what they chose and what their system has. */
import type { MachineSettings } from '#shared/ipc/settings.ts'
import { firstDayIn } from '#shared/rules/place.ts'
import type { Formats } from '../ui/format.ts'

type Chosen = Pick<MachineSettings, 'locale' | 'hours' | 'lengths' | 'firstDay'>

/** Those offered to everybody; the system's own and the chosen one come with them. */
export const commonLocales: readonly string[] = (
  'de-DE de-AT de-CH en-GB en-US en-AU en-CA en-IE en-IN en-NZ en-ZA fr-FR fr-BE fr-CA fr-CH ' +
  'it-IT it-CH es-ES es-MX pt-BR pt-PT nl-NL nl-BE da-DK sv-SE nb-NO fi-FI is-IS et-EE lv-LV ' +
  'lt-LT pl-PL cs-CZ sk-SK hu-HU sl-SI hr-HR ro-RO bg-BG el-GR uk-UA tr-TR ja-JP ko-KR zh-CN zh-TW'
).split(' ')

/** A language in its own words, `Deutsch`. */
export function ownNameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** Locales by their names in a language, in the order of its alphabet: `Deutsch (Österreich)`. */
export function namesIn(
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
 * The locale of a language where this person is: their system's own where it has the language, else
 * the language as their country writes it, where that is known (`en-DE`), else just the language.
 * @param system the system's locale, such as `de-AT`
 */
export function localeOf(language: string, system: string): string {
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
export function formatsFor(chosen: Chosen, language: string, system: string): Formats {
  const locale = chosen.locale === 'language' ? localeOf(language, system) : chosen.locale
  return {
    locale,
    hours: chosen.hours,
    lengths: chosen.lengths,
    firstDay: chosen.firstDay === 'locale' ? firstDayIn(locale) : chosen.firstDay,
  }
}
