/** Every answer that is not a success, in one shape: `{message}`, with `errors` where fields are named. */
import type { FieldTexts } from '#shared/errors.ts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Ends a request with a status; thrown, so that no handler carries on. */
export class Problem extends Error {
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
  new Problem(401, 'Unauthenticated.', { headers: { 'WWW-Authenticate': 'Bearer' } })

export const forbidden = (message: string) => new Problem(403, message)

/** Also for what stands in another organisation: nobody learns that it is there. */
export const notFound = () => new Problem(404, 'There is nothing at this address.')

export const methodNotAllowed = (methods: readonly string[]) =>
  new Problem(405, `This address takes ${methods.join(', ')}.`, {
    headers: { Allow: methods.join(', ') },
  })

/** The rest of the body is not read, so the connection cannot carry another request. */
export const tooLarge = () =>
  new Problem(413, 'The body can have at most 256 KiB.', { headers: { Connection: 'close' } })

/** Nobody reads it. */
export const hungUp = () => new Problem(400, 'The request ended before its body did.')

export const noRoom = () =>
  new Problem(507, 'The service has no room to save this. Nothing was changed. Try again later.')

/** A body that cannot be read as the object that it is to be. */
export const unreadable = (message: string) => new Problem(422, message)

/** More fields than this are not named one by one: a list may have hundreds of wrong places. */
const mostNamed = 50

/** Names every field that needs another value, up to fifty. */
export function unprocessable(fields: FieldTexts): Problem {
  const names = Object.keys(fields)
  const named = names.slice(0, mostNamed)
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return new Problem(422, `These need another value: ${named.join(', ')}${more}.`, {
    fields: Object.fromEntries(named.map((name) => [name, fields[name]!])),
  })
}
