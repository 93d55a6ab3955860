/** Describes to the person why a record of the service cannot be read. */
import type { z } from '#shared/resources/zod.ts'

type Issue = z.core.$ZodIssue

/** Returns the first problem, with its field: `quantity: is no whole number`. */
export function describeSchemaProblem(error: z.ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'can’t be read'
  const field = issue.path.join('.')
  return field === '' ? wordsOf(issue) : `${field}: ${wordsOf(issue)}`
}

function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'is missing' : kindWords(issue.expected)
    case 'too_small':
      return 'is too small'
    case 'too_big':
      return 'is too large'
    default:
      return 'isn’t what Stint expected'
  }
}

function kindWords(expected: string): string {
  switch (expected) {
    case 'int':
    case 'number':
      return 'isn’t a whole number'
    case 'string':
      return 'isn’t text'
    case 'object':
      return 'isn’t a record'
    case 'array':
      return 'isn’t a list'
    default:
      return 'isn’t what Stint expected'
  }
}
