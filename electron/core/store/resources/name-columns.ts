/** Columns of records that are sorted and searched by name only, and soft-deleted. */
import { fold, toHaystack } from '#shared/rules/search-text.ts'

/** The sort and search keys of a name. */
export const nameKeys = (name: string) => ({ name_fold: fold(name), search: toHaystack(name) })

/** Maps a change to columns, without absent fields; undefined for an empty change. */
export function toColumnPatch<
  Change extends { name?: string | undefined; deleted?: boolean | undefined },
>(change: Change) {
  const { deleted, ...plain } = change
  const columns = {
    ...plain,
    ...(change.name === undefined ? {} : nameKeys(change.name)),
    ...(deleted === undefined ? {} : { deleted: deleted ? 1 : 0 }),
  }
  return Object.values(columns).every((value) => value === undefined) ? undefined : columns
}
