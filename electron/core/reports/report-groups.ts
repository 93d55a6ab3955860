/** Maps the rows of a report to groups, and names them. */
import { sql } from 'kysely'
import type { ReportKind, ReportRow } from '#shared/ipc/reports.ts'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { readRemoteIds } from '../store/sync/sync-records.ts'
import { toReportSums, type RunningSums } from './report-sums.ts'
import type { GroupKey } from './time-sums.ts'

/** The client of each project. */
export async function clientOfProject(
  db: Db,
  organisation: number,
): Promise<(project: GroupKey) => readonly GroupKey[]> {
  const rows = await clientsOfProjects(db, { organisation })
  const clients = new Map<GroupKey, GroupKey>(rows.map(({ id, client_id }) => [id, client_id]))
  return (project) => [clients.get(project) ?? null]
}

const clientsOfProjects = prepared((db, values: { organisation: number }) =>
  db
    .selectFrom('project')
    .select(['id', 'client_id'])
    .where('organisation_id', '=', values.organisation),
)

type Categories = Map<GroupKey, number[]>

/** The categories of each task and of each charge, without archived ones. */
export async function readCategoryGroups(
  db: Db,
  organisation: number,
): Promise<{ tasks: Categories; charges: Categories }> {
  const tasks: Categories = new Map()
  const charges: Categories = new Map()
  for (const { kind, member, category } of await membersOfCategories(db, { organisation })) {
    const of = kind === 'task' ? tasks : charges
    const known = of.get(member)
    if (known) known.push(category)
    else of.set(member, [category])
  }
  return { tasks, charges }
}

const membersOfCategories = prepared(
  (_, values: { organisation: number }) => sql<{
    kind: 'task' | 'charge'
    member: number
    category: number
  }>`
    select 'task' as kind, m.task_id as member, m.category_id as category
    from category_task m join category c on c.id = m.category_id
    where c.organisation_id = ${values.organisation} and c.deleted_at is null
    union all
    select 'charge', m.charge_id, m.category_id
    from category_charge m join category c on c.id = m.category_id
    where c.organisation_id = ${values.organisation} and c.deleted_at is null`,
)

/** A member of no category belongs to the group without one. */
export const groupByCategories =
  (categories: Categories) =>
  (member: GroupKey): readonly GroupKey[] =>
    categories.get(member) ?? [null]

/** Adds names to the rows. */
export async function nameReportRows(
  db: Db,
  organisation: number,
  by: ReportKind,
  all: ReadonlyMap<GroupKey, RunningSums>,
): Promise<ReportRow[]> {
  const unnamed = { id: null, name: null, code: null }
  if (by === 'day') {
    return [...all].map(([key, sums]) => ({ key, ...unnamed, ...toReportSums(sums) }))
  }
  const locals = [...all.keys()].filter((key) => typeof key === 'number')
  const named = new Map<GroupKey, Named>()
  for (const row of await namedRecords(db, { organisation, locals: JSON.stringify(locals) }, by)) {
    named.set(row.local, row)
  }
  const ids = await readRemoteIds(db, by, locals)
  return [...all].map(([key, sums]) => {
    const record = named.get(key)
    const names = record
      ? { id: ids.get(record.local) ?? null, name: record.name, code: record.code }
      : unnamed
    return { key, ...names, ...toReportSums(sums) }
  })
}

interface Named {
  local: number
  name: string
  code: string | null
}

const namedRecords = prepared(
  (
    _,
    values: { organisation: number; locals: string },
    by: Exclude<ReportKind, 'day'>,
  ) => sql<Named>`
    select id as local, name, ${sql.raw(by === 'project' || by === 'client' ? 'code' : 'null')} as code
    from ${sql.table(by)}
    where organisation_id = ${values.organisation}
      and id in (select value from json_each(${values.locals}))`,
)
