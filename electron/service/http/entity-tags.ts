/**
 * Entity tags (docs/API.md, Entity tags). A tag is a digest of the record in its show response, so
 * that equal responses have the same one.
 */
import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type { Host } from '../service-context.ts'
import { HttpProblem } from './problem.ts'

/** A strong tag. With 160 bits no two records have the same by chance. */
export const entityTag = (record: object): string => tagOf(JSON.stringify(record))

const tagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`

/**
 * Throws a 412 when the request's `If-Match` names none of a record's versions. Called inside the
 * write's transaction, which is the organisation's only one: the version that is compared is the
 * one that is overwritten.
 *
 * @param versions the record in each form of its show response; called only when needed
 */
export async function requireIfMatch(
  { capabilities }: Host,
  context: Context,
  versions: () => readonly object[] | Promise<readonly object[]>,
): Promise<void> {
  const asked = capabilities.has('conditional') ? context.req.header('If-Match') : undefined
  if (asked === undefined || asked.trim() === '*') return
  const tags = tagsIn(asked)
  const current = (await versions()).map(entityTag)
  if (current.some((tag) => tags.includes(tag))) return
  throw new HttpProblem(
    412,
    'This record has changed since you read it. Read it again and repeat your change on the new version.',
  )
}

/** A show response: with its tag, or 304 when the caller has this version. */
export function respondWithRecord(
  { capabilities }: Host,
  context: Context,
  record: object,
): Response {
  if (!capabilities.has('conditional')) return context.json(record)
  // Serialized once: the text is both digested and sent.
  const text = JSON.stringify(record)
  const tag = tagOf(text)
  const known = context.req.header('If-None-Match')
  // Weak tags too: a proxy that compresses makes ours weak.
  if (known !== undefined && (known.trim() === '*' || tagsIn(known, true).includes(tag))) {
    return context.body(null, 304, { ETag: tag })
  }
  return context.body(text, 200, { ETag: tag, 'Content-Type': 'application/json' })
}

/**
 * The tags of a header, in quotes.
 * @param weak includes weak ones, as if they were strong
 */
const tagsIn = (header: string, weak = false): string[] =>
  [...header.matchAll(/(W\/)?("[^"]*")/g)]
    .filter(([, mark]) => weak || mark === undefined)
    .map(([, , tag]) => tag!)
