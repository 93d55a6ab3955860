/**
 * Reads values that an older or newer version of the program, or a person's editor, has written.
 */
import type { z } from '#shared/resources/zod.ts'

/** Parses an object field by field: one that is missing or invalid gets its default. */
export const tolerantObject =
  <Values extends object>(
    shape: { readonly [Key in keyof Values]: z.ZodType<Values[Key]> },
    otherwise: Values,
  ) =>
  (written: unknown): Values => {
    const stored = (typeof written === 'object' ? written : null) ?? {}
    const read = Object.keys(otherwise).map((key) => {
      const field = key as keyof Values
      const value = shape[field].safeParse((stored as Partial<Values>)[field])
      return [field, value.success ? value.data : otherwise[field]]
    })
    return Object.fromEntries(read) as Values
  }
