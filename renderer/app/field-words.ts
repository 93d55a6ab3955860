/** Names of fields as people read them. */
import type { Tell } from './messages/index.ts'

const asItIs: Tell = (text) => text

/** `unit_charge` as `Unit charge`; a related record without `_id`. */
export function fieldName(field: string, tell = asItIs): string {
  const words = field.replace(/_id$/, '').replaceAll('_', ' ')
  return tell(words.charAt(0).toUpperCase() + words.slice(1))
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
