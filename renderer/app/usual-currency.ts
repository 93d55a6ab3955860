/** The currency that something new is in until somebody says otherwise. */
import { usualCurrency } from '#shared/rules/place.ts'
import { localeOfFormats } from '../ui/format.ts'
import { useCatalogue } from './stores/catalogue.ts'

/** By the projects of the account, or by the formats that the person reads. */
export function useUsualCurrency(): () => string {
  const catalogue = useCatalogue()
  return () => usualCurrency(catalogue.openProjects, localeOfFormats())
}
