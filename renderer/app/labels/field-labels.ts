/** Display names of fields. */
import { inEnglish } from '#shared/sentences/sentence.ts'
import type { TranslateCore } from '../messages/index.ts'

/** Fields of the specification that have another name in the user interface. */
const known: Readonly<Record<string, string>> = {
  charge: 'Item',
  charges: 'Items',
  chargeable: 'Billable',
  deleted_at: 'Archived',
  total_charge: 'Total',
  total_cost: 'Cost',
  unit_charge: 'Unit price',
  user: 'Person',
}

/** The name of a field, `tax_rate` as `Tax rate`; related records without `_id`. */
export function fieldLabel(field: string, translateCore: TranslateCore = inEnglish): string {
  const own = field.replace(/_id$/, '')
  const words = own.replaceAll('_', ' ')
  return translateCore(known[own] ?? words.charAt(0).toUpperCase() + words.slice(1))
}

/** The names of several fields as one list: `Project, task`. */
export function fieldsLabel(
  fields: readonly string[],
  translateCore: TranslateCore = inEnglish,
): string {
  const [first, ...others] = fields.map((field) => {
    const name = fieldLabel(field)
    return { name, told: translateCore(name) }
  })
  // English uses lower case within a list; in other languages the translation decides.
  const within = others.map(({ name, told }) => (told === name ? name.toLowerCase() : told))
  return [first?.told, ...within].join(', ')
}
