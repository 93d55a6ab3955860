/** Versions of records of any resource: plain values and sets of ids by field. */
import { hasSameFields } from '../rules/three-way.ts'

/** The fields of a version that a request contains, or all of them. */
export type VersionFields = Readonly<Record<string, unknown>>

/** Returns these fields of a version. */
export const fieldsOf = (version: object, fields: readonly string[]): VersionFields =>
  Object.fromEntries(fields.map((field) => [field, (version as VersionFields)[field]]))

/** True when the version has every field that a request sent, with the value that was sent. */
export const containsFields = (version: object, sent: object): boolean =>
  hasSameFields(version, sent, Object.keys(sent))
