/**
 * Queries for projects: list, single record, writes. Used by both the app and the service. A
 * project includes its whole client; callers that show less pick from it.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListQuery, PageSlice } from '#shared/resources/page.ts'
import type { ProjectSortKey } from '#shared/resources/project.ts'
import { defaultIncrement } from '#shared/rules/increments.ts'
import { fold, toHaystack } from '#shared/rules/search-text.ts'
import { toClientRow, type ClientRow } from './clients.ts'
import { likePatternCondition } from '../lists/list-query.ts'
import type { Db, Trx } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import { listReferences, liveReferencesFilter, type ReferenceListSource } from './reference-list.ts'
import { setTieToId, unassignedTie } from './tie-breaker.ts'

/** A project with its client, with the ids of this store. */
export interface ProjectRow {
  id: number
  status: string
  name: string
  code: string
  description: string
  currency: string | null
  /** Minutes of one increment. */
  increment: number
  budget: number | null
  budget_type: string | null
  start_date: string | null
  end_date: string | null
  type: string
  /** Smallest currency unit per hour. */
  rate: number
  deleted: boolean
  created_at: string | null
  updated_at: string | null
  client: ClientRow | null
}

/** Writable columns; sort and search keys are computed here. */
export type ProjectValues = Omit<ProjectRow, 'id' | 'client'> & { client_id: number | null }
export type NewProject = Partial<ProjectValues> & {
  organisation_id: number
  /** Absent on the service, where the tie is the id. */
  tie?: number
}
export type ProjectChange = Partial<ProjectValues> & { tie?: number }

export interface ProjectListQuery extends ListQuery<ProjectSortKey> {
  /** Include deleted projects. */
  deleted?: boolean | undefined
}

/** Lists one page of an organisation's projects, by name unless a sort key is given. */
export const listProjects = (
  db: Db,
  organisation: number,
  query: ProjectListQuery,
): Promise<PageSlice<ProjectRow>> =>
  listReferences(db, projectList, organisation, query, liveReferencesFilter('project', query))

const projectList: ReferenceListSource<SelectedProject, ProjectRow, ProjectSortKey> = {
  table: 'project',
  select: (db) => selectProjects(db),
  toRow: (row) => toProjectRow(row),
  orders: { name: 'name_fold', code: 'code_fold', updated_at: 'updated_at' },
  finds: (organisation, pattern) => matchesTerm(organisation, pattern),
}

/** Reads one project, deleted or not; undefined when there is none. */
export async function readProject(
  db: Db,
  organisation: number,
  id: number,
): Promise<ProjectRow | undefined> {
  const [row] = await projectById(db, { organisation, id })
  return row && toProjectRow(row)
}

const projectById = prepared((db, values: { organisation: number; id: number }) =>
  selectProjects(db)
    .where('project.organisation_id', '=', values.organisation)
    .where('project.id', '=', values.id),
)

/** Inserts a project and returns its id. */
export async function insertProject(trx: Trx, project: NewProject): Promise<number> {
  const { name = '', code = '', deleted, ...plain } = project
  const { id } = await trx
    .insertInto('project')
    .values({
      ...plain,
      tie: project.tie ?? unassignedTie,
      name,
      code,
      ...keysOf(name, code),
      status: project.status ?? 'incomplete',
      description: project.description ?? '',
      increment: project.increment ?? defaultIncrement,
      type: project.type ?? 'client',
      rate: project.rate ?? 0,
      deleted: deleted ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (project.tie === undefined) await setTieToId(trx, 'project', id)
  return id
}

/** Updates a project; absent fields keep their values. */
export async function updateProject(trx: Trx, id: number, change: ProjectChange): Promise<void> {
  const { deleted, ...plain } = change
  const columns = {
    ...plain,
    ...(await changedKeys(trx, id, change)),
    ...(deleted === undefined ? {} : { deleted: deleted ? 1 : 0 }),
  }
  if (Object.values(columns).every((value) => value === undefined)) return
  await trx.updateTable('project').set(columns).where('id', '=', id).execute()
}

const keysOf = (name: string, code: string) => ({
  name_fold: fold(name),
  code_fold: fold(code),
  search: toHaystack(name, code),
})

async function changedKeys(trx: Trx, id: number, change: ProjectChange) {
  if (change.name === undefined && change.code === undefined) return {}
  const current = await trx
    .selectFrom('project')
    .select(['name', 'code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return keysOf(change.name ?? current.name, change.code ?? current.code)
}

/** Matches one term against the project and its client. */
const matchesTerm = (organisation: number, pattern: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${likePatternCondition('project.search', pattern)}
  or project.client_id in (
    select id from client where organisation_id = ${organisation} and ${likePatternCondition('search', pattern)}
  )
)`

const selectProjects = (db: Db) =>
  db
    .selectFrom('project')
    .leftJoin('client', 'client.id', 'project.client_id')
    .select([
      'project.id',
      'project.status',
      'project.name',
      'project.code',
      'project.description',
      'project.currency',
      'project.increment',
      'project.budget',
      'project.budget_type',
      'project.start_date',
      'project.end_date',
      'project.type',
      'project.rate',
      'project.deleted',
      'project.created_at',
      'project.updated_at',
      'client.id as client_id',
      'client.code as client_code',
      'client.name as client_name',
      'client.phone as client_phone',
      'client.fax as client_fax',
      'client.contact as client_contact',
      'client.address as client_address',
      'client.postal as client_postal',
      'client.deleted as client_deleted',
      'client.created_at as client_created_at',
      'client.updated_at as client_updated_at',
    ])

type SelectedProject = Awaited<ReturnType<ReturnType<typeof selectProjects>['execute']>>[number]

/** Maps a joined row to a nested one; nothing else does. */
const toProjectRow = (row: SelectedProject): ProjectRow => ({
  id: row.id,
  status: row.status,
  name: row.name,
  code: row.code,
  description: row.description,
  currency: row.currency,
  increment: row.increment,
  budget: row.budget,
  budget_type: row.budget_type,
  start_date: row.start_date,
  end_date: row.end_date,
  type: row.type,
  rate: row.rate,
  deleted: row.deleted === 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
  client: toItsClient(row),
})

function toItsClient(row: SelectedProject): ClientRow | null {
  if (row.client_id === null) return null
  return toClientRow({
    id: row.client_id,
    // Columns that are not nullable in the table are present whenever the id is.
    code: row.client_code!,
    name: row.client_name!,
    phone: row.client_phone,
    fax: row.client_fax,
    contact: row.client_contact,
    address: row.client_address,
    postal: row.client_postal,
    deleted: row.client_deleted!,
    created_at: row.client_created_at,
    updated_at: row.client_updated_at,
  })
}
