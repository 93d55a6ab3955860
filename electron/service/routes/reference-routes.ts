/**
 * Routes of a reference resource (DECISIONS.md, Beyond the specification: `reference`), with the
 * envelope, parameters, wrappers and errors of the specification's own resources. Everyone may
 * read, owners may write.
 */
import { Hono } from 'hono'
import type { Db, Trx } from '#core/store/db.ts'
import type { ListQuery, PageSlice } from '#shared/resources/page.ts'
import type { Change } from '../changes/resource-change.ts'
import { commit, type Writing as Committing } from '../changes/commit-write.ts'
import { requireOwner } from '../http/authenticate.ts'
import { answerRecord, requireMatch } from '../http/entity-tags.ts'
import { readObject } from '../http/read-json-body.ts'
import { idIn, readListQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import type { Caller, Env, Service } from '../service-context.ts'
import { differ } from '../write-rules.ts'
import { only, answerPage } from './route-helpers.ts'

/** Includes exchange rates, which are not in the feed of changes. */
type ReferencePath = 'projects' | 'clients' | 'tasks' | 'charges' | 'rates'

export interface Writing {
  readonly trx: Trx
  readonly caller: Caller
  readonly body: Record<string, unknown>
  readonly now: string
}

export interface Reference<Row, Key extends string> {
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
  store(writing: Writing): Promise<number>
  update(writing: Writing, row: Row): Promise<void>
  /** Returns the record as the response shows it. */
  remove(writing: Omit<Writing, 'body'>, row: Row): Promise<Row>
}

export function referenceRoutes<Row extends { id: number }, Key extends string>(
  service: Service,
  resource: Reference<Row, Key>,
): Hono<Env> {
  const { db } = service
  const routes = new Hono<Env>()

  function told(writing: Committing, row: Row, action: Change['action']): void {
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
    answerRecord(
      service,
      context,
      resource.toRecord(await find(db, context.get('caller'), idIn(context))),
    ),
  )

  routes.post('/', async (context) => {
    requireOwner(context.get('caller'))
    const body = await readObject(context)
    return commit(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const row = await find(trx, caller, await resource.store({ trx, caller, body, now }))
      told(writing, row, 'created')
      return { status: 201, ...written(row) }
    })
  })

  routes.put('/:id', async (context) => {
    requireOwner(context.get('caller'))
    const body = await readObject(context)
    return commit(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const stands = await findWritable(trx, caller, idIn(context))
      await requireMatch(service, context, () => [resource.toRecord(stands)])
      await resource.update({ trx, caller, body, now }, stands)
      const row = await find(trx, caller, stands.id)
      if (differ(stands, row)) told(writing, row, 'updated')
      return written(row)
    })
  })

  routes.delete('/:id', (context) => {
    requireOwner(context.get('caller'))
    return commit(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const stands = await findWritable(trx, caller, idIn(context))
      await requireMatch(service, context, () => [resource.toRecord(stands)])
      const row = await resource.remove({ trx, caller, now }, stands)
      told(writing, row, 'deleted')
      return { body: written(row).body }
    })
  })

  routes.all('/', only('GET', 'HEAD', 'POST'))
  routes.all('/:id', only('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}

/**
 * Returns the values that differ from the current ones, or undefined when none does: then nothing
 * is written.
 */
export function changes<Values extends object>(
  sent: Values,
  stands: Record<string, unknown>,
): Values | undefined {
  const differing = Object.entries(sent).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(stands[name]),
  )
  return differing.length === 0 ? undefined : (Object.fromEntries(differing) as Values)
}
