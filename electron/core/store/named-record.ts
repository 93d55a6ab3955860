/** Columns of records that are ordered and found by their name alone, and deleted softly. */
import { fold, haystack } from '#shared/rules/text.ts'

/** The keys of order and search. */
export const keysOfName = (name: string) => ({ name_fold: fold(name), search: haystack(name) })

/** A change as columns; undefined where it says nothing. A field that is absent stays as it is. */
export function columnsOfChange<
  Change extends { name?: string | undefined; deleted?: boolean | undefined },
>(change: Change) {
  const { deleted, ...plain } = change
  const columns = {
    ...plain,
    ...(change.name === undefined ? {} : keysOfName(change.name)),
    ...(deleted === undefined ? {} : { deleted: deleted ? 1 : 0 }),
  }
  return Object.values(columns).every((value) => value === undefined) ? undefined : columns
}
