/** The service's database behind the routes of a resource. */
import type { Db, Trx } from '#core/store/database/db.ts'
import type { NamedResource } from '#core/store/service/record-uids.ts'
import type { FieldTexts } from '#shared/errors.ts'
import type { PageSlice } from '#shared/resources/page.ts'
import { commitWrite, type WriteScope } from '../changes/commit-write.ts'
import type { ResourceChange } from '../changes/resource-change.ts'
import { notFound } from '../http/problem.ts'
import { recordEndpoints, type BackEnd, type Resource } from '../http/record-routes.ts'
import { describeRecords, type RecordDescription } from '../openapi/describe-records.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import type { Caller, ReadScope, Service, ServiceEnv } from '../service-context.ts'
import { changedUid, createOnce, withUid, withUids, type Creatable, type WithUid } from '../uids.ts'
import { isRowChanged } from '../write-rules.ts'

export const serviceBackEnd = (service: Service): BackEnd<ServiceEnv, ReadScope, WriteScope> => ({
  capabilities: service.capabilities,
  baseUrl: service.baseUrl,
  read: (context) => ({
    db: service.db,
    caller: context.get('caller'),
    pause: context.get('turn').yield,
  }),
  write: (context, work) => commitWrite(service, context, work),
})

/** The endpoints of a resource, as the reference describes them. */
export const recordGroup = <Row, Listed, Query>(
  service: Service,
  resource: ServiceResource<Row, Listed, Query>,
  description: RecordDescription,
): EndpointGroup =>
  describeRecords(
    resource,
    recordEndpoints(serviceBackEnd(service), resource),
    description,
    service.capabilities,
  )

/** A resource of the service; `Row` is one of the store. */
export type ServiceResource<Row, Listed, Query> = Resource<
  ServiceEnv,
  ReadScope,
  WriteScope,
  Row,
  Listed,
  Query
>

/** Reads the record that a path names; throws a 404 without one. */
export const finder =
  <Row>(read: (db: Db, organisation: number, id: number) => Promise<Row | undefined>) =>
  async ({ db, caller }: ReadScope, id: number | undefined): Promise<Row> => {
    const row = id === undefined ? undefined : await read(db, caller.organisation, id)
    if (!row) throw notFound()
    return row
  }

type Body = Record<string, unknown>

/** What differs between the resources whose records have uids. */
interface UidResource<Row extends Creatable, Listed, Query> extends Omit<
  ServiceResource<WithUid<Row>, WithUid<Listed>, Query>,
  'list' | 'find' | 'writes'
> {
  readonly path: NamedResource
  list(reading: ReadScope, query: Query): Promise<PageSlice<Listed>>
  read(db: Db, organisation: number, id: number): Promise<Row | undefined>
  requireWritable(trx: Trx, caller: Caller, id: number | undefined): Promise<Row>
  /** Returns the id. */
  create(trx: Trx, caller: Caller, body: Body, now: string, known: FieldTexts): Promise<number>
  update(
    ...to: [trx: Trx, caller: Caller, row: Row, body: Body, now: string, known: FieldTexts]
  ): Promise<Row>
  /** Returns the row where it stays. */
  remove(writing: WriteScope, row: Row): Promise<Row | void>
  readonly toRemovedRecord?: (writing: WriteScope, row: Row) => Promise<object>
  /** `restored` is false for a record that was there. */
  restore?(writing: WriteScope, id: number | undefined): Promise<{ row: Row; restored: boolean }>
}

/** Adds to a resource the uids of its records, and what of its writes is published. */
export function uidResource<Row extends Creatable, Listed extends { id: number }, Query>(
  service: Service,
  {
    list,
    read,
    requireWritable,
    create,
    update,
    remove,
    restore,
    ...resource
  }: UidResource<Row, Listed, Query>,
): ServiceResource<WithUid<Row>, WithUid<Listed>, Query> {
  const { path, toRecord, toRemovedRecord } = resource
  const find = finder(read)
  const named = ({ db, caller }: ReadScope, row: Row) =>
    withUid(service, db, caller.organisation, path, row)
  const changed = (
    writing: WriteScope,
    row: WithUid<Row>,
    action: ResourceChange['action'],
  ): WithUid<Row> => {
    const record = () => toRecord(writing, row, false)
    writing.changed({ resource: path, id: row.id, action, record })
    return row
  }
  return {
    ...resource,
    async list(reading, query) {
      const { db, caller } = reading
      const slice = await list(reading, query)
      const data = await withUids(service, db, caller.organisation, path, slice.data)
      return { ...slice, data }
    },
    find: async (reading, id) => named(reading, await find(reading, id)),
    writes: {
      find: async (writing, id) =>
        named(writing, await requireWritable(writing.trx, writing.caller, id)),
      async create(writing, body) {
        const { trx, caller, now } = writing
        const { row, created } = await createOnce(service, writing, path, body, {
          create: (problems) => create(trx, caller, body, now, problems),
          read: (id) => read(trx, caller.organisation, id),
        })
        if (created) changed(writing, row, 'created')
        return { row, isKnown: !created }
      },
      async update(writing, current, body) {
        const { trx, caller, now } = writing
        const problems = changedUid(current, body)
        const updated = await update(trx, caller, current, body, now, problems)
        const row = { ...current, ...updated }
        return isRowChanged(current, row) ? changed(writing, row, 'updated') : row
      },
      remove: async (writing, current) =>
        changed(writing, { ...current, ...((await remove(writing, current)) ?? {}) }, 'deleted'),
      toRemovedRecord,
      restore:
        restore &&
        (async (writing, id) => {
          const { row: plain, restored } = await restore(writing, id)
          const row = await named(writing, plain)
          return restored ? changed(writing, row, 'restored') : row
        }),
    },
  }
}
