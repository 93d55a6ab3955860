/** Versions of records, whatever the resource: plain values and sets of ids by field. */

/** What a request names of a version, or all of it. */
export type Fields = Readonly<Record<string, unknown>>

/** Sets of ids are arrays in ascending order. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((value, place) => value === other[place]))

/** True when none of these fields differs. */
export const sameFields = (one: object, other: object, fields: readonly string[]): boolean =>
  fields.every((field) => sameValue((one as Fields)[field], (other as Fields)[field]))

/** True when every field that a request named stands in the version as it was sent. */
export const holds = (version: object, sent: object): boolean =>
  sameFields(version, sent, Object.keys(sent))
