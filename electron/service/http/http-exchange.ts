/**
 * Handles every request before anything else: gives it an id, sets the standard headers of its
 * response, and logs one line once the response was sent. It uses Node's own objects, so that no
 * response can bypass it; Hono would also create a new response for each header that is added.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock, Log } from '#core/ports.ts'

/** The form of an id from a proxy in front of the service that is accepted. */
const givenId = /^[\w.-]{1,64}$/
/** A path is foreign text, so only its beginning is logged. */
const maximumPath = 200

export const requestIdHeader = 'X-Request-Id'

/**
 * The `Date` of a response comes from the clock that dates records, since callers compare the two.
 * The log's line contains the request, its outcome and its duration; never a header, a query or a
 * body, which contain tokens and what people wrote.
 */
export function createExchangeHandler(
  { log, clock }: { log: Log; clock: Pick<Clock, 'now'> },
  headers: Record<string, string>,
) {
  const standing = Object.entries(headers)
  return (request: IncomingMessage, response: ServerResponse): void => {
    const requested = request.headers['x-request-id']
    const id = typeof requested === 'string' && givenId.test(requested) ? requested : randomUUID()
    for (const [name, value] of standing) response.setHeader(name, value)
    response.setHeader('Date', new Date(clock.now()).toUTCString())
    response.setHeader(requestIdHeader, id)
    const from = performance.now()
    response.once('close', () => {
      log.info('request', {
        id,
        method: request.method,
        path: request.url?.split('?', 1)[0]!.slice(0, maximumPath),
        ...(response.headersSent ? { status: response.statusCode } : {}),
        milliseconds: Math.round((performance.now() - from) * 10) / 10,
        // The caller disconnected, or was cut off, before the whole response was sent.
        ...(response.writableFinished ? {} : { unfinished: true }),
      })
    })
  }
}
