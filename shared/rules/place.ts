/** What is usual in the country of a locale, and in an account. */
import countryToCurrency from 'country-to-currency'
import { defaultCurrency } from './money.ts'

/** Not in every browser, and not in TypeScript's libraries yet. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?(): { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The day on which weeks begin there, 1 is Monday; Monday where the platform does not know. */
export function firstDayIn(locale: string): number {
  const place: WeekLocale = new Intl.Locale(locale)
  return (place.getWeekInfo?.() ?? place.weekInfo)?.firstDay ?? 1
}

/** The currency of a locale's country: `NZD` for `en-NZ`; undefined where it has none. */
export function currencyIn(locale: string): string | undefined {
  const { region } = new Intl.Locale(locale).maximize()
  return (countryToCurrency as Readonly<Record<string, string>>)[region ?? '']
}

/**
 * The currency that something new is in until somebody says otherwise: that of the newest project
 * that has one, in an account without projects that of the person's country.
 * @param locale undefined where nothing says in which country the person is
 */
export function usualCurrency(
  projects: readonly { local: number; currency: string | null }[],
  locale: string | undefined,
): string {
  const withOne = projects.filter(({ currency }) => currency !== null)
  const newest = withOne.toSorted((one, other) => other.local - one.local)[0]
  return newest?.currency ?? (locale && currencyIn(locale)) ?? defaultCurrency
}
