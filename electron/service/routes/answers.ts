/** Pieces that every resource's routes share. */
import type { Handler } from 'hono'
import type { Context } from 'hono'
import { envelope, type Slice } from '#shared/resources/page.ts'
import { addressOf } from '../http/addresses.ts'
import { parametersOf } from '../http/parameters.ts'
import { methodNotAllowed } from '../http/problem.ts'
import type { Env, Service } from '../service.ts'

/** An index response: the ten keys, and addresses that carry the parameters that were given. */
export async function answerPage<Row>(
  service: Service,
  context: Context<Env>,
  resource: string,
  slice: Slice<Row>,
  toRecord: (row: Row) => object,
): Promise<Response> {
  const page = envelope(slice, addressOf(service, context, resource), parametersOf(context))
  return answerInPieces(context, page, toRecord)
}

/**
 * Answers something with `data` as JSON, which is written record by record: a hundred of the
 * longest notes are megabytes, and others have their turn meanwhile.
 */
export async function answerInPieces<Row>(
  context: Context<Env>,
  answer: { data: Row[] },
  toRecord: (row: Row) => object,
): Promise<Response> {
  const turn = context.get('turn')
  const records: string[] = []
  for (const row of answer.data) {
    records.push(JSON.stringify(toRecord(row)))
    await turn.yield()
  }
  // What stands before it has no texts in which the same could be read.
  const text = JSON.stringify({ ...answer, data: [] }).replace(
    '"data":[]',
    () => `"data":[${records.join(',')}]`,
  )
  return context.body(text, 200, { 'Content-Type': 'application/json' })
}

/** Stands behind a path's handlers and refuses every other method. */
export const only =
  (...methods: string[]): Handler =>
  () => {
    throw methodNotAllowed(methods)
  }

/** `include=user`, where the capability is switched on; an unknown parameter otherwise. */
export const wantsUser = (service: Service, context: Context): boolean =>
  service.capabilities.has('user') &&
  parametersOf(context).some(
    ([name, value]) => name === 'include' && value.split(',').includes('user'),
  )
