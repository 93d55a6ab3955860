/** The default currency of new records. */
import { usualCurrency } from '#shared/rules/country-defaults.ts'
import { currentLocale } from '../../ui/format.ts'
import { useCatalogueStore } from '../stores/catalogue.ts'

/** From the account's projects, or else from the person's formats. */
export function useUsualCurrency(): () => string {
  const catalogue = useCatalogueStore()
  return () => usualCurrency(catalogue.openProjects, currentLocale())
}
