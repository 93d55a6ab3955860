/** The default currency of new records. */
import { usualCurrency } from '#shared/rules/country-defaults.ts'
import { currentLocale } from '../../ui/format.ts'
import { useCatalogStore } from '../stores/catalog.ts'

/** From the account's projects, or else from the person's formats. */
export function useUsualCurrency(): () => string {
  const catalog = useCatalogStore()
  return () => usualCurrency(catalog.openProjects, currentLocale())
}
