/** Reads the fields of a request one by one, so that the response reports all invalid ones. */
import type { FieldTexts } from '#shared/errors.ts'
import type { z } from '#shared/resources/zod.ts'

import { unprocessableFields } from './problem.ts'

type Shape = Record<string, z.ZodType>
/** The fields that are valid; absent and invalid ones are missing. */
export type ReadFields<Fields extends Shape> = {
  [Name in keyof Fields]?: z.output<Fields[Name]>
}

/**
 * @param input the sent values; names that the shape does not have are ignored
 * @param known problems of other fields, to be reported with those of these
 */
export function readFields<Fields extends Shape>(
  shape: Fields,
  input: Record<string, unknown>,
  known: FieldTexts = {},
): { values: ReadFields<Fields>; problems: FieldTexts } {
  const values: Record<string, unknown> = {}
  const problems: FieldTexts = { ...known }
  for (const [name, schema] of Object.entries(shape)) {
    const sent = Object.hasOwn(input, name)
    const read = schema.safeParse(sent ? input[name] : undefined)
    if (!read.success) {
      if (sent) Object.assign(problems, textsOf(name, read.error.issues))
      else problems[name] = ['Required']
    } else if (read.data !== undefined) {
      values[name] = read.data
    }
  }
  return { values: values as ReadFields<Fields>, problems }
}

/** Each text once; an item of a list is named by its position, such as `tasks.2`. */
function textsOf(field: string, issues: readonly z.core.$ZodIssue[]): FieldTexts {
  const texts: FieldTexts = {}
  for (const { path, message } of issues) {
    const [place] = path
    const known = (texts[typeof place === 'number' ? `${field}.${place}` : field] ??= [])
    if (!known.includes(message)) known.push(message)
  }
  return texts
}

/** Reads the fields of a request; throws a 422 that reports every invalid one. */
export function readValidFields<Fields extends Shape>(
  shape: Fields,
  input: Record<string, unknown>,
): { [Name in keyof Fields]: z.output<Fields[Name]> } {
  const { values, problems } = readFields(shape, input)
  refuseProblems(problems)
  return values as { [Name in keyof Fields]: z.output<Fields[Name]> }
}

/** Throws a 422 when there are problems. */
export function refuseProblems(problems: FieldTexts): void {
  if (Object.keys(problems).length > 0) throw unprocessableFields(problems)
}
