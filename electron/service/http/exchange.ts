/**
 * What happens to every request before anything looks at it: it gets an id, its answer the
 * standing headers, and the log one line once the answer has gone out. This is done on Node's own
 * objects, so that nothing can answer past it.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock, Log } from '#core/ports.ts'

/** An id that a proxy before us has given, when it looks like one. */
const givenId = /^[\w.-]{1,64}$/
/** A path is somebody's text too. */
const maximumPath = 200

export const requestIdHeader = 'X-Request-Id'

/**
 * The `Date` of an answer is by the clock that dates records too: callers compare the two. The
 * log's line says what was asked for, how it ended and how long it took; never a header, a
 * query or a body, which hold tokens and what people wrote.
 */
export function openExchange(
  { log, clock }: { log: Log; clock: Pick<Clock, 'now'> },
  headers: Record<string, string>,
) {
  const standing = Object.entries(headers)
  return (request: IncomingMessage, response: ServerResponse): void => {
    const given = request.headers['x-request-id']
    const id = typeof given === 'string' && givenId.test(given) ? given : randomUUID()
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
        // The caller went away, or was cut, before all of the answer was out.
        ...(response.writableFinished ? {} : { unfinished: true }),
      })
    })
  }
}
