/** What changed since a cursor, as pages and as a stream (the `changes` capability). */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context } from 'hono'
import { z } from '#shared/resources/zod.ts'
import { maximumLimit } from '#shared/resources/page.ts'
import { parseCursor, readChanges, type Cursor } from '../changes/feed.ts'
import { feedRecords } from '../changes/records.ts'
import { streamChanges } from '../changes/stream.ts'
import { callerOf } from '../http/authenticate.ts'
import { readValidFields } from '../http/fields.ts'
import { parametersOf, whole } from '../http/parameters.ts'
import { Problem } from '../http/problem.ts'
import type { Env, Service } from '../service.ts'
import { only, wantsUser } from './answers.ts'

/** Of one page; also how many a stream reads ahead of its reader. */
const defaultLimit = 100
/** Open streams of one user in one process. */
const maximumStreams = 20

const cursor = z
  .string()
  .refine((text) => parseCursor(text) !== undefined, 'Needs a cursor as an answer gave it')
  .transform((text) => parseCursor(text)!)
  .optional()

const startOver = () =>
  new Problem(
    410,
    'This cursor cannot be continued: it is older than 90 days, or the service was put back to an earlier state. Start over without a cursor.',
  )

export function changeRoutes(service: Service): Hono<Env> {
  const { db, hub } = service
  const routes = new Hono<Env>()
  /** How many streams each user has open. */
  const streams = new Map<number, number>()

  const reader = (context: Context<Env>, limit: number) => {
    const { organisation } = context.get('caller')
    const records = feedRecords(db, organisation, wantsUser(service, context))
    return (from: Cursor | undefined) => readChanges(db, organisation, from, limit, records)
  }

  routes.get('/', async (context) => {
    const asked = readValidFields(
      { cursor, limit: whole(1, maximumLimit) },
      Object.fromEntries(parametersOf(context)),
    )
    const page = await reader(context, asked.limit ?? defaultLimit)(asked.cursor)
    if (page === null) throw startOver()
    return context.json(page)
  })

  routes.get('/stream', async (context) => {
    const { organisation, user } = context.get('caller')
    const given = Object.fromEntries(parametersOf(context))
    // What a reader that comes back saw last counts more than where it once began.
    const last = context.req.header('Last-Event-ID')
    const asked = readValidFields({ cursor }, last === undefined ? given : { cursor: last })
    const read = reader(context, defaultLimit)
    const first = await read(asked.cursor)
    if (first === null) throw startOver()
    const headers = {
      'Content-Type': 'text/event-stream',
      // A proxy that collects answers would keep a stream to itself.
      'X-Accel-Buffering': 'no',
    }
    if (context.req.method === 'HEAD') return context.body(null, 200, headers)

    const open = streams.get(user.id) ?? 0
    if (open >= maximumStreams) {
      throw new Problem(429, `There are ${open} streams of yours open; close one of them first.`, {
        headers: { 'Retry-After': '60' },
      })
    }
    streams.set(user.id, open + 1)
    const { outgoing } = context.env as HttpBindings
    outgoing.writeHead(200, headers)
    outgoing.flushHeaders()
    void streamChanges(outgoing, first, {
      organisation,
      hub,
      sleep: service.sleep,
      read,
      stillAllowed: async () => (await callerOf(service, context)) !== undefined,
    })
      .catch((cause: unknown) => {
        service.log.warn('a stream of changes ended', { cause: String(cause) })
      })
      .finally(() => {
        const left = (streams.get(user.id) ?? 1) - 1
        if (left > 0) streams.set(user.id, left)
        else streams.delete(user.id)
      })
    // The very object: the server's adapter knows a copy only where `Response` is Node's own.
    return RESPONSE_ALREADY_SENT
  })

  routes.all('/', only('GET', 'HEAD'))
  routes.all('/stream', only('GET', 'HEAD'))
  return routes
}
