/**
 * Routes of a reference resource (docs/API.md, Reference records), with the envelope, parameters,
 * wrappers and errors of the specification's own resources. Everyone may read, owners may write.
 */
import type { Db, Trx } from '#core/store/database/db.ts'
import type { ListQuery, PageSlice } from '#shared/resources/page.ts'
import type { ResourceChange } from '../changes/resource-change.ts'
import type { WriteScope } from '../changes/commit-write.ts'
import { requireOwner } from '../http/authenticate.ts'
import type { QueryReader } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import type { RecordDescription, ReferenceSchema } from '../openapi/describe-records.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import type { Caller, Service } from '../service-context.ts'
import { isRowChanged } from '../write-rules.ts'
import { finder, recordGroup } from './back-end.ts'

/** Includes exchange rates, whose changes are not reported in the feed of changes. */
type ReferencePath = 'projects' | 'clients' | 'tasks' | 'charges' | 'rates'

export interface ReferenceWrite {
  readonly trx: Trx
  readonly caller: Caller
  readonly body: Record<string, unknown>
  readonly now: string
}

export interface ReferenceResource<Row, Key extends string> {
  /** Name of the path and, without the s, of the wrapper. */
  readonly path: ReferencePath
  readonly wrapper: string
  readonly query: QueryReader<ListQuery<Key>>
  list(db: Db, organisation: number, query: ListQuery<Key>): Promise<PageSlice<Row>>
  read(db: Db, organisation: number, id: number): Promise<Row | undefined>
  toRecord(row: Row): object
  /** False for a record that may no longer be written. */
  writable(row: Row): boolean
  /** Reads the body, writes, returns the id. Throws a 422 that names fields. */
  store(writing: ReferenceWrite): Promise<number>
  update(writing: ReferenceWrite, row: Row): Promise<void>
  /** Returns the record as the response shows it. */
  remove(writing: Omit<ReferenceWrite, 'body'>, row: Row): Promise<Row>
  /** What the reference says about the resource. */
  readonly about: string
  /** What it says about deleting. Defaults to what most records do. */
  readonly deletes?: string
  /** Bodies that work on the demo organization. */
  readonly examples: { readonly store: object; readonly update: object }
}

export function referenceEndpoints<Row extends { id: number }, Key extends string>(
  service: Service,
  resource: ReferenceResource<Row, Key>,
): EndpointGroup {
  const { path, wrapper, list, toRecord } = resource
  const find = finder(resource.read)
  const changed = (writing: WriteScope, row: Row, action: ResourceChange['action']): Row => {
    if (path !== 'rates') writing.changed({ resource: path, id: row.id, action })
    return row
  }
  return recordGroup(
    service,
    {
      path,
      wrapper,
      query: resource.query,
      list: ({ db, caller }, query) => list(db, caller.organisation, query),
      toListRecord: toRecord,
      find,
      toRecord: (_, row) => toRecord(row),
      writes: {
        permit: (context) => requireOwner(context.get('caller')),
        async find(writing, id) {
          const row = await find(writing, id)
          if (!resource.writable(row)) throw notFound()
          return row
        },
        async create(writing, body) {
          const row = await find(writing, await resource.store({ ...writing, body }))
          return { row: changed(writing, row, 'created') }
        },
        async update(writing, current, body) {
          await resource.update({ ...writing, body }, current)
          const row = await find(writing, current.id)
          return isRowChanged(current, row) ? changed(writing, row, 'updated') : row
        },
        remove: async (writing, current) =>
          changed(writing, await resource.remove(writing, current), 'deleted'),
      },
    },
    descriptionOf(resource),
  )
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function descriptionOf({
  path,
  wrapper,
  about,
  deletes = 'Records that refer to it still include it.',
  examples,
}: Pick<
  ReferenceResource<never, never>,
  'path' | 'wrapper' | 'about' | 'deletes' | 'examples'
>): RecordDescription {
  return {
    tag: { name: capitalized(path), description: about },
    one: `a ${wrapper}`,
    many: path,
    schema: capitalized(wrapper) as ReferenceSchema,
    operations: {
      store: {
        description: `Creates a ${wrapper}. Only for owners.`,
        refusals: [403],
        example: { body: examples.store },
      },
      update: {
        description: 'Updates any subset of the fields. Only for owners.',
        refusals: [403],
        example: { path: { id: 1 }, body: examples.update },
      },
      delete: {
        description: `Deletes a ${wrapper}. Only for owners. ${deletes}`,
        refusals: [403],
      },
    },
  }
}

/**
 * Returns the values that differ from the current ones, or undefined when none does: then nothing
 * is written.
 */
export function differingValues<Values extends object>(
  sent: Values,
  current: Record<string, unknown>,
): Values | undefined {
  const differing = Object.entries(sent).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(current[name]),
  )
  return differing.length === 0 ? undefined : (Object.fromEntries(differing) as Values)
}
