/** Rows of the store as the program's entities: the service's ids and each row's standing added. */
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { TimeEntry, TimeEntryProject } from '#shared/resources/time.ts'
import type { Db } from '../store/db.ts'
import type { ProjectRow } from '../store/projects.ts'
import type { TaskRow } from '../store/tasks.ts'
import type { SyncedResource } from '../store/tables.ts'
import { remoteIds, timeStandings } from '../store/sync-records.ts'
import type { TimeRow, TimeRowProject } from '../store/times.ts'

type Ids = (resource: SyncedResource, local: number) => number | null

/** Looks the service's ids up for all the records of a page at once. */
async function lookUp(
  db: Db,
  wanted: Partial<Record<SyncedResource, (number | undefined)[]>>,
): Promise<Ids> {
  const found = new Map<SyncedResource, Map<number, number>>()
  for (const [resource, locals] of Object.entries(wanted) as [SyncedResource, number[]][]) {
    const present = new Set(locals.filter((local) => local !== undefined))
    found.set(resource, await remoteIds(db, resource, [...present]))
  }
  return (resource, local) => found.get(resource)?.get(local) ?? null
}

export async function toTimeEntries(db: Db, rows: readonly TimeRow[]): Promise<TimeEntry[]> {
  const standings = await timeStandings(
    db,
    rows.map((row) => row.id),
  )
  const ids = await lookUp(db, {
    project: rows.map((row) => row.project?.id),
    task: rows.map((row) => row.task?.id),
    client: rows.map((row) => row.project?.client?.id),
    user: rows.map((row) => row.user?.id),
  })
  return rows.map((row) => {
    const standing = standings.get(row.id)
    return {
      ...row,
      local: row.id,
      id: standing?.remote ?? null,
      state: standing?.state ?? 'pending',
      refusal: standing?.refusal ?? null,
      provisional: standing?.provisional ?? true,
      project: row.project && toEntryProject(row.project, ids),
      task: row.task && { ...row.task, local: row.task.id, id: ids('task', row.task.id) },
      user: row.user && { ...row.user, local: row.user.id, id: ids('user', row.user.id) },
    }
  })
}

const toEntryProject = (project: TimeRowProject, ids: Ids): TimeEntryProject => ({
  ...project,
  local: project.id,
  id: ids('project', project.id),
  client: project.client && {
    ...project.client,
    local: project.client.id,
    id: ids('client', project.client.id),
  },
})

export async function toProjects(db: Db, rows: readonly ProjectRow[]): Promise<Project[]> {
  const ids = await lookUp(db, {
    project: rows.map((row) => row.id),
    client: rows.map((row) => row.client?.id),
  })
  return rows.map((row) => ({
    local: row.id,
    id: ids('project', row.id),
    name: row.name,
    code: row.code,
    status: row.status,
    type: row.type,
    currency: row.currency,
    increment: row.increment,
    rate: row.rate,
    deleted: row.deleted,
    client: row.client && {
      local: row.client.id,
      id: ids('client', row.client.id),
      name: row.client.name,
      code: row.client.code,
      deleted: row.client.deleted,
    },
  }))
}

export async function toTasks(db: Db, rows: readonly TaskRow[]): Promise<Task[]> {
  const ids = await lookUp(db, { task: rows.map((row) => row.id) })
  return rows.map((row) => ({
    local: row.id,
    id: ids('task', row.id),
    name: row.name,
    deleted: row.deleted,
  }))
}
