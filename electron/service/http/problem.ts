/**
 * Every response that is not a success has one shape: `{message}`, with `errors` where fields are
 * named.
 */
import type { FieldTexts } from '#shared/errors.ts'
import { nounOf } from '#shared/rules/record-nouns.ts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Ends a request with a status; thrown, so that no handler continues. */
export class HttpProblem extends Error {
  readonly status: ContentfulStatusCode
  readonly fields: FieldTexts | undefined
  readonly headers: Record<string, string>

  constructor(
    status: ContentfulStatusCode,
    message: string,
    more: { fields?: FieldTexts; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'Problem'
    this.status = status
    this.fields = more.fields
    this.headers = more.headers ?? {}
  }

  body(): { message: string; errors?: FieldTexts } {
    return this.fields ? { message: this.message, errors: this.fields } : { message: this.message }
  }
}

export const unauthenticated = () =>
  new HttpProblem(401, 'Unauthenticated.', { headers: { 'WWW-Authenticate': 'Bearer' } })

export const forbidden = (message: string) => new HttpProblem(403, message)

/** Also for records of another organisation, so that their existence is not revealed. */
export const notFound = () => new HttpProblem(404, 'There is nothing at this address.')

export const methodNotAllowed = (methods: readonly string[]) =>
  new HttpProblem(405, `This address takes ${methods.join(', ')}.`, {
    headers: { Allow: methods.join(', ') },
  })

/** The rest of the body is not read, so the connection cannot be used for another request. */
export const bodyTooLarge = () =>
  new HttpProblem(413, 'The body can have at most 256 KiB.', { headers: { Connection: 'close' } })

/** The caller is gone, so this response is never read. */
export const hungUp = () => new HttpProblem(400, 'The request ended before its body did.')

export const noRoom = () =>
  new HttpProblem(
    507,
    'The service has no room to save this. Nothing was changed. Try again later.',
  )

/** A body that is not the required object. */
export const unreadableBody = (message: string) => new HttpProblem(422, message)

/** At a field of an expense that its charge determines. */
export const fromCharge =
  'Comes from the price list item. Send charge_id null to make the expense a one-off'

/** Maximum number of fields that are reported: a list may have hundreds of invalid items. */
const mostNamed = 50

/** The name of a field in a sentence for people; `errors` has the field itself. */
const spoken = (field: string): string =>
  field
    .replace(/^charge(?=_id$|s$)/, nounOf('charge'))
    .replace(/_id$/, '')
    .replaceAll('_', ' ')

/** Reports the fields that need another value, up to fifty. */
export function unprocessableFields(fields: FieldTexts): HttpProblem {
  const names = Object.keys(fields)
  const named = names.slice(0, mostNamed)
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return new HttpProblem(422, `These need another value: ${named.map(spoken).join(', ')}${more}.`, {
    fields: Object.fromEntries(named.map((name) => [name, fields[name]!])),
  })
}
