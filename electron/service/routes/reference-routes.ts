/**
 * Routes of a reference resource (docs/API.md, Reference records), with the envelope, parameters,
 * wrappers and errors of the specification's own resources. Everyone may read, owners may write.
 */
import { Hono } from 'hono'
import type { Db, Trx } from '#core/store/database/db.ts'
import type { ListQuery, PageSlice } from '#shared/resources/page.ts'
import type { ResourceChange } from '../changes/resource-change.ts'
import { commitWrite, type WriteScope as Committing } from '../changes/commit-write.ts'
import { requireOwner } from '../http/authenticate.ts'
import { respondWithRecord, requireIfMatch } from '../http/entity-tags.ts'
import { readJsonObject } from '../http/read-json-body.ts'
import { idFromPath, readListQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import type { Caller, ServiceEnv, Service } from '../service-context.ts'
import { isRowChanged } from '../write-rules.ts'
import { onlyMethods, answerPage } from './route-helpers.ts'

/** Includes exchange rates, whose changes are not reported in the feed of changes. */
type ReferencePath = 'projects' | 'clients' | 'tasks' | 'charges' | 'rates'

export interface ReferenceWrite {
  readonly trx: Trx
  readonly caller: Caller
  readonly body: Record<string, unknown>
  readonly now: string
}

export interface ReferenceRoutesOptions<Row, Key extends string> {
  /** Name of the path and, without the s, of the wrapper. */
  readonly path: ReferencePath
  readonly wrapper: string
  readonly sortKeys: readonly Key[]
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
}

export function referenceRoutes<Row extends { id: number }, Key extends string>(
  service: Service,
  resource: ReferenceRoutesOptions<Row, Key>,
): Hono<ServiceEnv> {
  const { db } = service
  const routes = new Hono<ServiceEnv>()

  function told(writing: Committing, row: Row, action: ResourceChange['action']): void {
    const { path } = resource
    if (path !== 'rates') writing.changed({ resource: path, id: row.id, action })
  }
  function written(row: Row) {
    const record = resource.toRecord(row)
    return { body: { success: true, [resource.wrapper]: record }, tagged: record }
  }

  async function find(handle: Db, caller: Caller, id: number | undefined): Promise<Row> {
    const row = id === undefined ? undefined : await resource.read(handle, caller.organisation, id)
    if (!row) throw notFound()
    return row
  }
  async function findWritable(trx: Trx, caller: Caller, id: number | undefined): Promise<Row> {
    const row = await find(trx, caller, id)
    if (!resource.writable(row)) throw notFound()
    return row
  }

  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const slice = await resource.list(
      db,
      organisation,
      readListQuery(context, resource.sortKeys, {}),
    )
    return answerPage(service, context, resource.path, slice, resource.toRecord)
  })

  routes.get('/:id', async (context) =>
    respondWithRecord(
      service,
      context,
      resource.toRecord(await find(db, context.get('caller'), idFromPath(context))),
    ),
  )

  routes.post('/', async (context) => {
    requireOwner(context.get('caller'))
    const body = await readJsonObject(context)
    return commitWrite(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const row = await find(trx, caller, await resource.store({ trx, caller, body, now }))
      told(writing, row, 'created')
      return { status: 201, ...written(row) }
    })
  })

  routes.put('/:id', async (context) => {
    requireOwner(context.get('caller'))
    const body = await readJsonObject(context)
    return commitWrite(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const current = await findWritable(trx, caller, idFromPath(context))
      await requireIfMatch(service, context, () => [resource.toRecord(current)])
      await resource.update({ trx, caller, body, now }, current)
      const row = await find(trx, caller, current.id)
      if (isRowChanged(current, row)) told(writing, row, 'updated')
      return written(row)
    })
  })

  routes.delete('/:id', (context) => {
    requireOwner(context.get('caller'))
    return commitWrite(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const current = await findWritable(trx, caller, idFromPath(context))
      await requireIfMatch(service, context, () => [resource.toRecord(current)])
      const row = await resource.remove({ trx, caller, now }, current)
      told(writing, row, 'deleted')
      return { body: written(row).body }
    })
  })

  routes.all('/', onlyMethods('GET', 'HEAD', 'POST'))
  routes.all('/:id', onlyMethods('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
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
