/** A category as sync compares it: its name, and its members as sets. */
import { covering } from '../rules/field-groups.ts'
import { normalizeNote } from '../rules/search-text.ts'
import type { CategoryWire } from './category.ts'

export interface CategoryVersion {
  name: string
  /**
   * The service's ids in ascending order, each once; `unmatched` for records that exist only
   * locally.
   */
  tasks: readonly number[]
  charges: readonly number[]
}

/** What is merged together. */
export const categoryGroups = covering<keyof CategoryVersion>()([
  { name: 'name', fields: ['name'] },
  { name: 'tasks', fields: ['tasks'], isSet: true },
  { name: 'charges', fields: ['charges'], isSet: true },
])

/**
 * Returns the version in a record of the service. List records have no members, so they have to be
 * requested singly.
 */
export const categoryVersionFromWire = (wire: CategoryWire): CategoryVersion =>
  toCategoryVersion(wire.name, wire.tasks ?? [], wire.charges ?? [])

export const toCategoryVersion = (
  name: string,
  tasks: readonly number[],
  charges: readonly number[],
): CategoryVersion => ({
  name: normalizeNote(name) ?? '',
  tasks: asSet(tasks),
  charges: asSet(charges),
})

const asSet = (ids: readonly number[]): number[] =>
  [...new Set(ids)].toSorted((one, other) => one - other)
