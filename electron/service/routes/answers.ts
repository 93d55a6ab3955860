/** Pieces that every resource's routes share. */
import type { Handler } from 'hono'
import type { Context } from 'hono'
import { envelope, type Page, type Slice } from '#shared/resources/page.ts'
import { addressOf } from '../http/addresses.ts'
import { parametersOf } from '../http/parameters.ts'
import { methodNotAllowed } from '../http/problem.ts'
import type { Service } from '../service.ts'

/** An index response: the ten keys, and addresses that carry the parameters that were given. */
export function pageOf<Row, Record>(
  service: Service,
  context: Context,
  resource: string,
  slice: Slice<Row>,
  toRecord: (row: Row) => Record,
): Page<Record> {
  return envelope(
    { ...slice, data: slice.data.map(toRecord) },
    addressOf(service, context, resource),
    parametersOf(context),
  )
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
