/** Versions of records of any resource: plain values and sets of ids by field. */

/** The fields of a version that a request contains, or all of them. */
export type VersionFields = Readonly<Record<string, unknown>>

/** Compares two values. Sets of ids are arrays in ascending order. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((value, place) => value === other[place]))

/** True when all of these fields are equal. */
export const hasSameFields = (one: object, other: object, fields: readonly string[]): boolean =>
  fields.every((field) =>
    isSameValue((one as VersionFields)[field], (other as VersionFields)[field]),
  )

/** True when the version has every field that a request sent, with the value that was sent. */
export const containsFields = (version: object, sent: object): boolean =>
  hasSameFields(version, sent, Object.keys(sent))
