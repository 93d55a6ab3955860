/** Names of fields as people read them. */

/** `unit_charge` as `Unit charge`; a related record without `_id`. */
export function fieldName(field: string): string {
  const words = field.replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Fields that belong together in one name: `Project, task`. */
export function fieldNames(fields: readonly string[]): string {
  const [first, ...others] = fields.map(fieldName)
  return [first, ...others.map((name) => name.toLowerCase())].join(', ')
}
