/** The currency that something new is in until somebody says otherwise. */
import countryToCurrency from 'country-to-currency'
import { defaultCurrency } from '#shared/rules/money.ts'
import { localeOfFormats } from '../ui/format.ts'
import { useCatalogue } from './stores/catalogue.ts'

/** That of a locale's country: `NZD` for `en-NZ`; undefined where it has none. */
export function currencyOf(locale: string): string | undefined {
  const { region } = new Intl.Locale(locale).maximize()
  return (countryToCurrency as Readonly<Record<string, string>>)[region ?? '']
}

/** That of the newest project that has one; in an empty account that of the person's country. */
export function useUsualCurrency(): () => string {
  const catalogue = useCatalogue()
  return () => {
    const withOne = catalogue.openProjects.filter(({ currency }) => currency !== null)
    const newest = withOne.toSorted((one, other) => other.local - one.local)[0]
    return newest?.currency ?? currencyOf(localeOfFormats()) ?? defaultCurrency
  }
}
