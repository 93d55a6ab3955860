/** Versions of records of any resource: plain values and sets of ids by field. */

/** The fields of a version that a request contains, or all of them. */
export type Fields = Readonly<Record<string, unknown>>

/** Compares two values. Sets of ids are arrays in ascending order. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((value, place) => value === other[place]))

/** True when all of these fields are equal. */
export const sameFields = (one: object, other: object, fields: readonly string[]): boolean =>
  fields.every((field) => sameValue((one as Fields)[field], (other as Fields)[field]))

/** True when the version has every field that a request sent, with the value that was sent. */
export const holds = (version: object, sent: object): boolean =>
  sameFields(version, sent, Object.keys(sent))
