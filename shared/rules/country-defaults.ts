/** Defaults by the country of a locale, and by an account. */
import countryToCurrency from 'country-to-currency'
import { defaultCurrency } from './money.ts'

/** Not in every browser, and not in TypeScript's libraries yet. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?(): { firstDay: number }
  weekInfo?: { firstDay: number }
}

/**
 * Returns the locale's first day of the week, 1 is Monday; Monday where the platform does not know.
 */
export function firstWeekdayOf(locale: string): number {
  const place: WeekLocale = new Intl.Locale(locale)
  return (place.getWeekInfo?.() ?? place.weekInfo)?.firstDay ?? 1
}

/** Returns the currency of a locale's country: `NZD` for `en-NZ`; undefined where it has none. */
export function currencyOfLocale(locale: string): string | undefined {
  const { region } = new Intl.Locale(locale).maximize()
  return (countryToCurrency as Readonly<Record<string, string>>)[region ?? '']
}

/**
 * Returns the default currency of a new record: that of the newest project that has one, or in an
 * account without projects that of the person's country.
 * @param locale undefined where the country is unknown
 */
export function usualCurrency(
  projects: readonly { local: number; currency: string | null }[],
  locale: string | undefined,
): string {
  const withOne = projects.filter(({ currency }) => currency !== null)
  const newest = withOne.toSorted((one, other) => other.local - one.local)[0]
  return newest?.currency ?? (locale && currencyOfLocale(locale)) ?? defaultCurrency
}
