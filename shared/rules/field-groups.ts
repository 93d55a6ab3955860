/** Fields that only make sense together, and a list of them that forgets no field. */

export interface FieldGroup<Field extends string = string> {
  readonly name: string
  readonly fields: readonly Field[]
  /**
   * Taken from the service together with the fields, never sent (an increment with its quantity). A
   * change of it by the service is a change of the group.
   */
  readonly taken?: readonly Field[]
  /** Taken along with the fields, never sent or compared, such as the rate of the project. */
  readonly along?: readonly Field[]
  /** The group's one field is a set of ids. */
  readonly isSet?: true
}

/** A list of fields, or what has lists of them. */
type Group<Field> =
  | readonly Field[]
  | {
      readonly fields: readonly Field[]
      readonly taken?: readonly Field[]
      readonly along?: readonly Field[]
    }

/** Every field that a group names. */
type FieldsOf<Of> = Of extends readonly (infer Field)[]
  ? Field
  : Of extends { readonly [List in 'fields' | 'taken' | 'along']?: readonly (infer Field)[] }
    ? Field
    : never

/** No constraint where each field is named; otherwise one that the compiler reports with the rest. */
type NothingOf<Forgotten> = [Forgotten] extends [never]
  ? unknown
  : { readonly forgotten: Forgotten }

/**
 * Returns the groups as they are. A list that names a field that does not exist, or that forgets
 * one, does not compile.
 */
export const covering =
  <Field extends string, One extends Group<Field> = FieldGroup<Field>>() =>
  <const Groups extends readonly One[]>(
    groups: Groups & NothingOf<Exclude<Field, FieldsOf<Groups[number]>>>,
  ): Groups =>
    groups
