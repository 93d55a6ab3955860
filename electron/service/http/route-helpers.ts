/** Helpers that the routes of every resource share. */
import type { Context, Handler } from 'hono'
import { toPageEnvelope, type PageSlice } from '#shared/resources/page.ts'
import type { Host } from '../service-context.ts'
import { queryParametersOf } from './parameters.ts'
import { methodNotAllowed } from './problem.ts'
import { indexUrlOf } from './urls.ts'

/** An index response: the ten keys, and URLs with the parameters that were given. */
export async function answerPage<Row>(
  host: Host,
  context: Context,
  resource: string,
  slice: PageSlice<Row>,
  toRecord: (row: Row) => object,
  pause?: () => Promise<void>,
): Promise<Response> {
  const url = indexUrlOf(host, context, resource)
  const page = toPageEnvelope(slice, url, queryParametersOf(context))
  return answerInPieces(context, page, toRecord, pause)
}

/**
 * Responds with `data` as JSON, written record by record: a hundred of the longest notes are
 * megabytes, and other requests are served in between.
 */
export async function answerInPieces<Row>(
  context: Context,
  answer: { data: Row[] },
  toRecord: (row: Row) => object,
  pause?: () => Promise<void>,
): Promise<Response> {
  const records: string[] = []
  for (const row of answer.data) {
    records.push(JSON.stringify(toRecord(row)))
    await pause?.()
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
export const isUserIncluded = ({ capabilities }: Host, context: Context): boolean =>
  capabilities.has('user') &&
  queryParametersOf(context).some(
    ([name, value]) => name === 'include' && value.split(',').includes('user'),
  )
