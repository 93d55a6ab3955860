/**
 * The endpoints of a resource, over what is behind them: the service's database, or the calls of
 * an app's core (docs/API.md, The local API).
 */
import type { Context, Env, Hono } from 'hono'
import type { PageSlice } from '#shared/resources/page.ts'
import type { Host } from '../service-context.ts'
import { routesOf, type Endpoint } from './endpoint.ts'
import { requireIfMatch, respondWithRecord } from './entity-tags.ts'
import { idFromPath, type QueryReader } from './parameters.ts'
import { readJsonObject } from './read-json-body.ts'
import { answerPage, isUserIncluded } from './route-helpers.ts'

/** What a request reads with. */
export interface Reading {
  /** Lets other requests pass while a long response is written; absent without others. */
  readonly pause?: (() => Promise<void>) | undefined
}

export interface WriteResponse {
  /** Defaults to 200. */
  status?: 200 | 201
  body: object
  /** The record that the response's `ETag` identifies, in the form of a show response. */
  tagged?: object
}

/** What is behind the routes; `Read` and `Write` are what its resources read and write with. */
export interface BackEnd<E extends Env, Read extends Reading, Write extends Read> extends Host {
  read(context: Context<E>): Read
  /** Runs `work` as one write, if need be more than once, and responds with what it returns. */
  write(
    context: Context<E>,
    work: (writing: Write) => Promise<WriteResponse>,
  ): Promise<Response> | Response
}

type ToRecord<Read, Row> = (reading: Read, row: Row, withUser: boolean) => object | Promise<object>

export interface Resource<E extends Env, Read, Write extends Read, Row, Listed, Query> {
  /** Name of the path. */
  readonly path: string
  readonly query: QueryReader<Query>
  readonly list: (reading: Read, query: Query) => Promise<PageSlice<Listed>>
  readonly toListRecord: (row: Listed, withUser: boolean) => object
  /** Key of the record in the responses to writes. */
  readonly wrapper: string
  /** Reads a record that can be shown; throws a 404 without one. */
  readonly find: (reading: Read, id: number | undefined) => Promise<Row>
  readonly toRecord: ToRecord<Read, Row>
  /** Where a show response has more than those to writes. */
  readonly toShownRecord?: (reading: Read, row: Row) => Promise<object>
  /** Absent for a resource that can only be read. */
  readonly writes?: {
    /** Throws a 403 where the caller may write none. */
    readonly permit?: (context: Context<E>) => void
    /** Reads a record that the caller may write; throws a 403 or 404 otherwise. */
    readonly find?: (writing: Write, id: number | undefined) => Promise<Row>
    /** `isKnown`: it had been created before. `more` is for this response alone. */
    readonly create: (
      writing: Write,
      body: Record<string, unknown>,
    ) => Promise<{ row: Row; isKnown?: boolean; more?: object }>
    readonly update: (writing: Write, current: Row, body: Record<string, unknown>) => Promise<Row>
    /** Returns the record as the response shows it. */
    readonly remove: (writing: Write, current: Row) => Promise<Row>
    /** Where the response to a deletion shows something else than the record. */
    readonly toRemovedRecord?: (writing: Write, row: Row) => Promise<object | null>
    /** Only with the capability `restore`. */
    readonly restore?: (writing: Write, id: number | undefined) => Promise<Row>
  }
}

/** An endpoint that a resource can have. */
export interface RecordEndpoint<E extends Env> extends Endpoint<E> {
  readonly action: 'list' | 'store' | 'show' | 'update' | 'delete' | 'restore'
}

export const recordRoutes = <
  E extends Env,
  Read extends Reading,
  Write extends Read,
  Row,
  Listed,
  Query,
>(
  backEnd: BackEnd<E, Read, Write>,
  resource: Resource<E, Read, Write, Row, Listed, Query>,
): Hono<E> => routesOf(recordEndpoints(backEnd, resource))

export function recordEndpoints<
  E extends Env,
  Read extends Reading,
  Write extends Read,
  Row,
  Listed,
  Query,
>(
  backEnd: BackEnd<E, Read, Write>,
  resource: Resource<E, Read, Write, Row, Listed, Query>,
): RecordEndpoint<E>[] {
  const { path, query, wrapper, toRecord, toListRecord, toShownRecord, writes } = resource
  const includesUser = (context: Context<E>) => isUserIncluded(backEnd, context)

  const list: RecordEndpoint<E> = {
    action: 'list',
    method: 'get',
    path: '/',
    async handler(context) {
      const reading = backEnd.read(context)
      const slice = await resource.list(reading, query(context))
      const withUser = includesUser(context)
      const toItem = (row: Listed) => toListRecord(row, withUser)
      return answerPage(backEnd, context, path, slice, toItem, reading.pause)
    },
  }
  const show: RecordEndpoint<E> = {
    action: 'show',
    method: 'get',
    path: '/:id',
    async handler(context) {
      const reading = backEnd.read(context)
      const row = await resource.find(reading, idFromPath(context))
      const record = await (toShownRecord ?? toRecord)(reading, row, includesUser(context))
      return respondWithRecord(backEnd, context, record)
    },
  }
  if (!writes) return [list, show]

  const { permit, find = resource.find, restore, ...write } = writes
  const written = async (context: Context<E>, writing: Write, row: Row, more?: object) => {
    const record = await toRecord(writing, row, includesUser(context))
    return { body: { success: true, [wrapper]: { ...record, ...more } }, tagged: record }
  }
  /** Reads the record that a write is about, in the version that the request names, if any. */
  const findNamed = async (context: Context<E>, writing: Write): Promise<Row> => {
    const row = await find(writing, idFromPath(context))
    await requireIfMatch(backEnd, context, async () => [
      await toRecord(writing, row, false),
      await (toShownRecord ?? toRecord)(writing, row, true),
    ])
    return row
  }

  const endpoints: RecordEndpoint<E>[] = [
    list,
    {
      action: 'store',
      method: 'post',
      path: '/',
      async handler(context) {
        permit?.(context)
        const body = await readJsonObject(context)
        return backEnd.write(context, async (writing) => {
          const { row, isKnown = false, more } = await write.create(writing, body)
          return { status: isKnown ? 200 : 201, ...(await written(context, writing, row, more)) }
        })
      },
    },
    show,
    {
      action: 'update',
      method: 'put',
      path: '/:id',
      async handler(context) {
        permit?.(context)
        const body = await readJsonObject(context)
        return backEnd.write(context, async (writing) => {
          const current = await findNamed(context, writing)
          return written(context, writing, await write.update(writing, current, body))
        })
      },
    },
    {
      action: 'delete',
      method: 'delete',
      path: '/:id',
      handler(context) {
        permit?.(context)
        return backEnd.write(context, async (writing) => {
          const row = await write.remove(writing, await findNamed(context, writing))
          if (!write.toRemovedRecord) return { body: (await written(context, writing, row)).body }
          const record = await write.toRemovedRecord(writing, row)
          return { body: { success: true, [wrapper]: record } }
        })
      },
    },
  ]
  if (restore && backEnd.capabilities.has('restore')) {
    endpoints.push({
      action: 'restore',
      method: 'post',
      path: '/:id/restore',
      handler: (context) =>
        backEnd.write(context, async (writing) =>
          written(context, writing, await restore(writing, idFromPath(context))),
        ),
    })
  }
  return endpoints
}
