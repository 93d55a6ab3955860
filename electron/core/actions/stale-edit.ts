/** Refuses edits of values that changed after their author saw them. */
import { failFields, ok, type Result } from '#shared/errors.ts'
import {
  conflictingFields,
  conflictTexts,
  type SeenValues,
} from '#shared/rules/concurrent-edits.ts'

/** A record to edit, with the values that the author of the edit saw. */
export interface SeenRecord {
  local: number
  /**
   * Undefined where the person did not see the record, such as when its project is matched to
   * another.
   */
  was?: SeenValues | undefined
}

/** Fails with `stale` where the edit would overwrite a value that its author did not see. */
export function allowEdit<Fields extends object>(
  set: Readonly<Partial<Record<keyof Fields, unknown>>>,
  was: SeenValues | undefined,
  now: Fields,
): Result<null> {
  const names = was ? conflictingFields<Fields>(set, was as typeof set, now) : []
  if (names.length === 0) return ok(null)
  const text = 'This changed in the meantime, and nothing was overwritten. Check it and try again'
  return failFields('stale', text, conflictTexts(names, now))
}
