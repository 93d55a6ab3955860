/** Shows recent work and favorites, with project and task by name. */
import { mostPinned } from '#shared/ipc/calls/timer.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { LastUse, RecentWork } from '#shared/ipc/call-results.ts'
import type { TimeEntryProject } from '#shared/resources/time.ts'
import { toInstant } from '#shared/rules/calendar.ts'
import type { ActionContext } from '../actions/change.ts'
import { readProject } from '../store/resources/projects.ts'
import {
  readFavorites,
  readLastUses,
  readRecentWork,
  writeFavorites,
  type WorkRow,
} from '../store/account/recent-work.ts'
import { readRemoteIds } from '../store/sync/sync-records.ts'
import { readTask } from '../store/resources/tasks.ts'
import { currentOwnershipRule } from './entry-ownership.ts'
import { toProjects } from './reference-entities.ts'

interface ShownProject {
  project: TimeEntryProject
  /** Minutes. */
  increment: number
}

/** Returns null where the project no longer exists. */
export async function toShownProject(
  { db, organisation }: ActionContext,
  local: number,
): Promise<ShownProject | null> {
  const row = await readProject(db, organisation, local)
  const [entity] = row ? await toProjects(db, [row]) : []
  if (!entity) return null
  const { id, name, code, status, type, deleted, client, increment } = entity
  return { project: { local, id, name, code, status, type, deleted, client }, increment }
}

/** Returns null where the task no longer exists. */
export async function toShownTask(
  { db, organisation }: ActionContext,
  local: number,
): Promise<RecentWork['task'] | null> {
  const row = await readTask(db, organisation, local)
  if (!row) return null
  const id = (await readRemoteIds(db, 'task', [local])).get(local) ?? null
  return { local, id, name: row.name, deleted: row.deleted }
}

/**
 * Returns null where its project or task is missing, deleted or archived: it cannot be started
 * again.
 */
async function shownWork(context: ActionContext, work: WorkRow): Promise<RecentWork | null> {
  const found = await toShownProject(context, work.project)
  const task = await toShownTask(context, work.task)
  if (!found || !task || found.project.deleted || task.deleted) return null
  return { project: found.project, task, notes: work.notes, lastUsed: null }
}

/** Returns what the person worked on last, newest first. */
export async function listRecents(context: ActionContext, limit: number): Promise<RecentWork[]> {
  const { db, organisation, clock } = context
  const shown = new Map<WorkRow, RecentWork>()
  const show = async (work: WorkRow) => {
    const found = await shownWork(context, work)
    if (found) shown.set(work, found)
    return found !== null
  }
  const rows = await readRecentWork(db, organisation, await currentOwnershipRule(db), limit, show)
  return rows.map(({ date, start, minutes, work }) => ({
    ...shown.get(work)!,
    lastUsed: toInstant(date, start, clock.zone()) + minutes * 60_000,
  }))
}

/** Returns when the person last used each project and task. */
export async function listLastUses({
  db,
  organisation,
  clock,
}: ActionContext): Promise<Record<'project' | 'task', LastUse[]>> {
  const mine = await currentOwnershipRule(db)
  const zone = clock.zone()
  const of = async (kind: 'project' | 'task') =>
    (await readLastUses(db, organisation, mine, kind)).map(({ local, date, start, minutes }) => ({
      local,
      lastUsed: toInstant(date, start, zone) + minutes * 60_000,
    }))
  return { project: await of('project'), task: await of('task') }
}

/** Returns the favorites that can still be started. */
export async function listFavorites(context: ActionContext): Promise<RecentWork[]> {
  const pinned = await readFavorites(context.db)
  const shown = await Promise.all(pinned.map((work) => shownWork(context, work)))
  return shown.filter((work) => work !== null)
}

/**
 * Stores the person's favorites, in their order. What other windows pinned after `was` was read
 * comes last, and what they unpinned stays out.
 */
export async function saveFavorites(
  context: ActionContext,
  { work, was }: CallArguments<'favorites.set'>,
): Promise<RecentWork[]> {
  await context.db.transaction().execute(async (trx) => {
    const current = await readFavorites(trx)
    const wanted = work.map(asKept)
    const seen = was?.map(asKept) ?? current
    const kept = wanted.filter((one) => !has(seen, one) || has(current, one))
    const others = current.filter((one) => !has(seen, one) && !has(wanted, one))
    await writeFavorites(trx, [...kept, ...others].slice(0, mostPinned))
  })
  return listFavorites(context)
}

type Pinned = CallArguments<'favorites.set'>['work'][number]

const asKept = ({ project, task, notes }: Pinned) => ({ project, task, notes: notes ?? null })

const has = (works: readonly WorkRow[], one: WorkRow): boolean =>
  works.some(
    ({ project, task, notes }) =>
      project === one.project && task === one.task && notes === one.notes,
  )
