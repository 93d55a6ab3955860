/** Why a record of the service cannot be read, in words for the person. */
import type { z } from '#shared/resources/zod.ts'

type Issue = z.core.$ZodIssue

/** The first thing that stands in the way, with its field: `quantity: is no whole number`. */
export function problemOf(error: z.ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'cannot be read'
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
      return 'is not what it should be'
  }
}

function kindWords(expected: string): string {
  switch (expected) {
    case 'int':
    case 'number':
      return 'is no whole number'
    case 'string':
      return 'is no text'
    case 'object':
      return 'is no record'
    case 'array':
      return 'is no list'
    default:
      return 'is not what it should be'
  }
}
