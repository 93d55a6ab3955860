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
  new Problem(413, 'The body needs to be at most 1 MiB.', { headers: { Connection: 'close' } })

/** A body that cannot be read as the object that it is to be. */
export const unreadable = (message: string) => new Problem(422, message)

/** Names every field that needs another value. */
export const unprocessable = (fields: FieldTexts) =>
  new Problem(422, `These need another value: ${Object.keys(fields).join(', ')}.`, { fields })
