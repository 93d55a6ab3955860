/** Serves what changed since a cursor, as pages and as a stream (the `changes` capability). */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { z } from '#shared/resources/zod.ts'
import { maximumLimit } from '#shared/resources/page.ts'
import { parseFeedCursor, readFeedPage, type FeedCursor } from '../changes/feed-page.ts'
import { createFeedRecordReader } from '../changes/feed-records.ts'
import { streamChanges, toEvents, type EventPage } from '../changes/stream-changes.ts'
import { findCaller } from '../http/authenticate.ts'
import { readValidFields } from '../http/read-fields.ts'
import { queryOf, queryParametersOf, wholeNumberParameter } from '../http/parameters.ts'
import { HttpProblem } from '../http/problem.ts'
import { answerInPieces, isUserIncluded } from '../http/route-helpers.ts'
import { apiPath } from '../http/urls.ts'
import { includeUserParameters, queryParameters } from '../openapi/describe-records.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { createLine, type Turn } from '../request-queue.ts'

/** Records of one page; also how many a stream reads ahead of its reader. */
const defaultLimit = 100
/** Maximum open streams of one user, and of one organisation, in one process. */
const maximumStreams = { user: 20, organisation: 200 }

const cursor = {
  reads: z
    .string()
    .refine((text) => parseFeedCursor(text) !== undefined, 'Use a cursor from an earlier reply')
    .transform((text) => parseFeedCursor(text)!)
    .optional(),
  description:
    'Cursor from an earlier response. Without one, the changes start at the beginning and include everything.',
}
const feedQuery = queryOf({
  cursor,
  limit: wholeNumberParameter(
    1,
    maximumLimit,
    `Number of changes per page. Defaults to ${defaultLimit}.`,
  ),
})

const startOver = () =>
  new HttpProblem(
    410,
    'This cursor can’t be continued: it’s older than 90 days, or the service was restored to an earlier state. Start over without a cursor.',
  )

function createCounts() {
  const counts = new Map<number, number>()
  return {
    of: (key: number): number => counts.get(key) ?? 0,
    add(key: number, more: 1 | -1): void {
      const count = this.of(key) + more
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}

export function changeEndpoints(service: Service): EndpointGroup {
  const { db, hub, capabilities } = service
  /** Number of open streams of each user, and of each organisation. */
  const streams = { user: createCounts(), organisation: createCounts() }
  const line = createLine(service.turns)
  /** Queued reads of pages, by reader and position: streams share them. */
  const wanted = new Map<string, Promise<EventPage | null>>()

  /** Shares a read that has not begun yet: one in progress may lack what was committed since. */
  function readTogether(
    key: string,
    organisation: number,
    read: (turn: Turn) => Promise<EventPage | null>,
  ): Promise<EventPage | null> {
    const known = wanted.get(key)
    if (known) return known
    const begun = () => wanted.delete(key)
    const page = line.run(organisation, (turn) => {
      begun()
      return read(turn)
    })
    wanted.set(key, page)
    page.catch(begun)
    return page
  }

  const reader = (context: Context<ServiceEnv>, limit: number) => {
    const { organisation } = context.get('caller')
    const records = createFeedRecordReader(service, organisation, isUserIncluded(service, context))
    return (from: FeedCursor | undefined, turn: Turn) =>
      readFeedPage(db, organisation, from, limit, records, turn)
  }

  async function list(context: Context<ServiceEnv>): Promise<Response> {
    const asked = feedQuery(context)
    const page = await reader(context, asked.limit ?? defaultLimit)(
      asked.cursor,
      context.get('turn'),
    )
    if (page === null) throw startOver()
    return answerInPieces(context, page, (change) => change, context.get('turn').yield)
  }

  async function stream(context: Context<ServiceEnv>): Promise<Response> {
    const { organisation, user } = context.get('caller')
    const query = Object.fromEntries(queryParametersOf(context))
    // The last event that a reconnecting reader received takes precedence over its original cursor.
    const last = context.req.header('Last-Event-ID')
    const asked = readValidFields(
      { cursor: cursor.reads },
      last === undefined ? query : { cursor: last },
    )
    const read = reader(context, defaultLimit)
    if ((await reader(context, 0)(asked.cursor, context.get('turn'))) === null) throw startOver()
    const headers = {
      'Content-Type': 'text/event-stream',
      // A proxy that buffers responses would hold a stream back.
      'X-Accel-Buffering': 'no',
    }
    if (context.req.method === 'HEAD') return context.body(null, 200, headers)

    for (const [count, most, whose] of [
      [streams.user.of(user.id), maximumStreams.user, 'yours'],
      [streams.organisation.of(organisation), maximumStreams.organisation, 'your organization'],
    ] as const) {
      if (count < most) continue
      const text = `There are ${count} streams of ${whose} open. Close one first.`
      throw new HttpProblem(429, text, { headers: { 'Retry-After': '60' } })
    }
    streams.user.add(user.id, 1)
    streams.organisation.add(organisation, 1)
    const { outgoing } = context.env as HttpBindings
    outgoing.writeHead(200, headers)
    outgoing.flushHeaders()
    void streamChanges(outgoing, asked.cursor, {
      organisation,
      hub,
      sleep: service.sleep,
      inTurn: (work) => line.run(organisation, work),
      read: (from) =>
        readTogether(
          `${organisation} ${isUserIncluded(service, context)} ${JSON.stringify(from)}`,
          organisation,
          async (turn) => {
            const page = await read(from, turn)
            return page && toEvents(page, turn)
          },
        ),
      stillAllowed: () =>
        line.run(organisation, async () => (await findCaller(service, context)) !== undefined),
    })
      .catch((cause: unknown) => {
        service.log.warn('a stream of changes ended', { cause: String(cause) })
      })
      .finally(() => {
        streams.user.add(user.id, -1)
        streams.organisation.add(organisation, -1)
      })
    // Exactly this object: the server's adapter recognizes a copy only where `Response` is Node's
    // own.
    return RESPONSE_ALREADY_SENT
  }

  const includeUser = includeUserParameters(capabilities)
  return {
    tag: {
      name: 'Changes',
      description:
        'Everything that was created, updated, or deleted, in the order it was committed.',
    },
    path: `${apiPath}/changes`,
    endpoints: [
      {
        method: 'get',
        path: '/',
        handler: list,
        operation: {
          id: 'changes.list',
          summary: 'List changes',
          description:
            'Returns everything that was created, updated, or deleted after a cursor, without gaps and in the order it was committed. Use the `cursor` of the response for the next request. `created` and `updated` contain the current record.',
          parameters: [...queryParameters(feedQuery.parameters), ...includeUser],
          answer: {
            status: 200,
            description: 'The changes after the cursor',
            schema: 'ChangePage',
          },
          refusals: [410],
          example: { query: { limit: 1 } },
        },
      },
      {
        method: 'get',
        path: '/stream',
        handler: stream,
        operation: {
          id: 'changes.stream',
          summary: 'Stream changes',
          description:
            'Sends the same changes as server-sent events. To resume the stream, send the cursor of the last event you received in `Last-Event-ID`.',
          parameters: [
            ...queryParameters({ cursor }),
            ...includeUser,
            {
              in: 'header',
              name: 'Last-Event-ID',
              schema: z.string(),
              description: 'Cursor of the last event received. Takes precedence over `cursor`.',
            },
          ],
          answer: {
            status: 200,
            description: 'An endless stream of events',
            type: 'text/event-stream',
          },
          refusals: [410],
          example: null,
        },
      },
    ],
  }
}
