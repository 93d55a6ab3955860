/** Checks what saving a form did to the record that the form showed. */
import type { Entry } from '../entries.ts'
import type { Kind, Row } from './kinds.ts'
import { looking } from './looking.ts'
import type { Fail } from './records.ts'
import { nameOf } from './wishes.ts'
import type { Witness } from './witness.ts'

/** The form of a record. */
export interface FormOf {
  kind: Kind
  local: number
  /** What the person typed. */
  set: Entry
  /** The values that they saw. */
  seen: Entry
}

/**
 * Invariant 6, of people: a form overwrites what its author saw, and nothing else. It adds and
 * removes the members that its author did.
 * @param change the change that the saving was
 */
export function checkSaved(
  witness: Witness,
  { kind, local, set, seen }: FormOf,
  change: number,
  fail: Fail,
): void {
  const row = looking(
    witness.sqlite(),
    `select before, after from history where change_id = ? and resource = ? and local_id = ?`,
  ).get(change, kind, local) as { before: string; after: string } | undefined
  // The record had this value already.
  if (!row) return
  const before = JSON.parse(row.before) as Row
  const after = JSON.parse(row.after) as Row
  const name = nameOf(kind, local)
  // A quantity counts increments, whose length depends on the project.
  const counts = set.quantity !== undefined && set.project === undefined
  if (counts && seen.increment !== before.increment) {
    fail(
      6,
      `${name} counts in ${String(before.increment)} by somebody who saw ${String(seen.increment)}`,
    )
  }
  for (const [field, typed] of Object.entries(set)) {
    const [earlier, current] = [valueIn(before, field), valueIn(after, field)]
    if (isSame(field, current, expected(field, earlier, seen[field], typed))) continue
    const [was, is, saw] = [earlier, current, seen[field]].map((value) => JSON.stringify(value))
    fail(6, `${field} of ${name} was ${was}, and is ${is} by somebody who saw ${saw}`)
  }
}

function expected(field: string, earlier: unknown, seen: unknown, typed: unknown): unknown {
  if (!Array.isArray(typed)) return isSame(field, earlier, seen) ? typed : earlier
  const [before, was, wanted] = [earlier, seen, typed] as number[][]
  const added = wanted!.filter((id) => !was!.includes(id) && !before!.includes(id))
  return [...before!.filter((id) => wanted!.includes(id) || !was!.includes(id)), ...added]
}

/** A field of a row as history stores it, by the name that actions use for it. */
const valueIn = (row: Row, field: string): unknown =>
  Object.hasOwn(row, field) ? row[field] : row[`${field}_id`]

/** True for equal values, and for the same members in any order. */
export const isSame = (field: string, one: unknown, other: unknown): boolean =>
  text(field, one) === text(field, other)

/** A row has a number for true and false, and text for the rate of a tax. */
function text(field: string, value: unknown): string {
  const isNumber = typeof value === 'boolean' || field === 'tax_rate'
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : isNumber ? Number(value) : value)
}
