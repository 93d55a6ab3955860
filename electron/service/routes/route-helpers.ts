/** Helpers that the routes of every resource share. */
import type { Handler } from 'hono'
import type { Context } from 'hono'
import { toPageEnvelope, type PageSlice } from '#shared/resources/page.ts'
import { indexUrlOf } from '../http/urls.ts'
import { queryParametersOf } from '../http/parameters.ts'
import { methodNotAllowed } from '../http/problem.ts'
import type { ServiceEnv, Service } from '../service-context.ts'

/** An index response: the ten keys, and URLs with the parameters that were given. */
export async function answerPage<Row>(
  service: Service,
  context: Context<ServiceEnv>,
  resource: string,
  slice: PageSlice<Row>,
  toRecord: (row: Row) => object,
): Promise<Response> {
  const page = toPageEnvelope(
    slice,
    indexUrlOf(service, context, resource),
    queryParametersOf(context),
  )
  return answerInPieces(context, page, toRecord)
}

/**
 * Responds with `data` as JSON, written record by record: a hundred of the longest notes are
 * megabytes, and other requests are served in between.
 */
export async function answerInPieces<Row>(
  context: Context<ServiceEnv>,
  answer: { data: Row[] },
  toRecord: (row: Row) => object,
): Promise<Response> {
  const turn = context.get('turn')
  const records: string[] = []
  for (const row of answer.data) {
    records.push(JSON.stringify(toRecord(row)))
    await turn.yield()
  }
  // Nothing before it has texts in which the same could occur.
  const text = JSON.stringify({ ...answer, data: [] }).replace(
    '"data":[]',
    () => `"data":[${records.join(',')}]`,
  )
  return context.body(text, 200, { 'Content-Type': 'application/json' })
}

/** Comes after a path's handlers and refuses every other method. */
export const onlyMethods =
  (...methods: string[]): Handler =>
  () => {
    throw methodNotAllowed(methods)
  }

/** Whether the request has `include=user`; without the capability that is an unknown parameter. */
export const isUserIncluded = (service: Service, context: Context): boolean =>
  service.capabilities.has('user') &&
  queryParametersOf(context).some(
    ([name, value]) => name === 'include' && value.split(',').includes('user'),
  )
