/** Names of fields as people read them. */
import type { Tell } from './messages/index.ts'

const asItIs: Tell = (text) => text

/** Fields of the specification that people know by another name. */
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

/** `tax_rate` as `Tax rate`; a related record without `_id`. */
export function fieldName(field: string, tell = asItIs): string {
  const own = field.replace(/_id$/, '')
  const words = own.replaceAll('_', ' ')
  return tell(known[own] ?? words.charAt(0).toUpperCase() + words.slice(1))
}

/** Fields that belong together in one name: `Project, task`. */
export function fieldNames(fields: readonly string[], tell = asItIs): string {
  const [first, ...others] = fields.map((field) => {
    const name = fieldName(field)
    return { name, told: tell(name) }
  })
  // English has small letters within a line; another language says how it writes its own.
  const within = others.map(({ name, told }) => (told === name ? name.toLowerCase() : told))
  return [first?.told, ...within].join(', ')
}
