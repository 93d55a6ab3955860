/** Reads the records of each reference kind, and webhooks, and converts them to entities. */
import { failMissing, ok, type Result } from '#shared/errors.ts'
import { toPageEnvelope, type Page, type PageSlice } from '#shared/resources/page.ts'
import type { RecordKind } from '#shared/rules/record-nouns.ts'
import type { ActionContext } from '../actions/change.ts'
import type { ReferenceKind } from '../actions/references.ts'
import { referenceValues, type SeenValues } from '#shared/rules/concurrent-edits.ts'
import { allowEdit } from '../actions/stale-edit.ts'
import { listCharges, readCharge } from '../store/resources/charges.ts'
import { listClients, readClient } from '../store/resources/clients.ts'
import type { Db } from '../store/database/db.ts'
import { listProjects, readProject } from '../store/resources/projects.ts'
import { listTasks, readTask } from '../store/resources/tasks.ts'
import { listUsers, readUser } from '../store/resources/users.ts'
import { listWebhooks, readWebhook } from '../store/resources/webhooks.ts'
import { toQueryParameters } from './query-parameters.ts'
import {
  toCharges,
  toClients,
  toProjects,
  toTasks,
  toUsers,
  toWebhooks,
} from './reference-entities.ts'

/** How the records of one kind are read and shown. */
interface Kind<Query, Row, Entity> {
  kind: RecordKind
  path: string
  list(db: Db, organisation: number, query: Query): Promise<PageSlice<Row>>
  read(db: Db, organisation: number, local: number): Promise<Row | undefined>
  toEntities(db: Db, rows: readonly Row[]): Promise<Entity[]>
}

export const referenceQueries = {
  project: {
    kind: 'project',
    path: 'projects',
    list: listProjects,
    read: readProject,
    toEntities: toProjects,
  },
  client: {
    kind: 'client',
    path: 'clients',
    list: listClients,
    read: readClient,
    toEntities: toClients,
  },
  task: { kind: 'task', path: 'tasks', list: listTasks, read: readTask, toEntities: toTasks },
  charge: {
    kind: 'charge',
    path: 'charges',
    list: listCharges,
    read: readCharge,
    toEntities: toCharges,
  },
  user: { kind: 'user', path: 'users', list: listUsers, read: readUser, toEntities: toUsers },
  webhook: {
    kind: 'webhook',
    path: 'webhooks',
    list: listWebhooks,
    read: readWebhook,
    toEntities: toWebhooks,
  },
} as const

/** Reads one page, as the API's envelope. */
export async function readReferencePage<Query extends object, Row, Entity>(
  { db, organisation }: ActionContext,
  kind: Kind<Query, Row, Entity>,
  query: Query,
): Promise<Result<Page<Entity>>> {
  const slice = await kind.list(db, organisation, query)
  const data = await kind.toEntities(db, slice.data)
  return ok(toPageEnvelope({ ...slice, data }, `/api/v1/${kind.path}`, toQueryParameters(query)))
}

/** Reads one record; fails with `not-found`. */
export async function showReference<Query, Row, Entity>(
  { db, organisation }: ActionContext,
  kind: Kind<Query, Row, Entity>,
  local: number,
): Promise<Result<Entity>> {
  const row = await kind.read(db, organisation, local)
  const [entity] = row ? await kind.toEntities(db, [row]) : []
  return entity ? ok(entity) : failMissing(kind.kind, local)
}

/** Returns the record that an action created or changed, or the action's failure. */
export async function showResultOf<Query, Row, Entity>(
  context: ActionContext,
  kind: Kind<Query, Row, Entity>,
  action: Promise<Result<number>>,
): Promise<Result<Entity>> {
  const done = await action
  return done.ok ? showReference(context, kind, done.value) : done
}

/**
 * Returns a check that a record is still as the person saw it. The check reads the record when it
 * is run.
 */
export const editOf =
  (
    { organisation }: ActionContext,
    name: keyof typeof referenceValues,
    { local, set, was }: { local: number; set: object; was: SeenValues },
  ) =>
  async (db: Db): Promise<Result<null>> => {
    const now = await valuesOf[name](db, organisation, local)
    return now ? allowEdit<object>(set, was, now) : failMissing(name, local)
  }

type ValuesOf = (db: Db, organisation: number, local: number) => Promise<object | undefined>

const valuesBy =
  <Query, Row, Entity>(
    kind: Kind<Query, Row, Entity>,
    values: (entity: Entity) => object,
  ): ValuesOf =>
  async (db, organisation, local) => {
    const row = await kind.read(db, organisation, local)
    const [entity] = row ? await kind.toEntities(db, [row]) : []
    return entity && values(entity)
  }
const valuesOf: Record<keyof typeof referenceValues, ValuesOf> = {
  project: valuesBy(referenceQueries.project, referenceValues.project),
  client: valuesBy(referenceQueries.client, referenceValues.client),
  task: valuesBy(referenceQueries.task, referenceValues.task),
  charge: valuesBy(referenceQueries.charge, referenceValues.charge),
  webhook: valuesBy(referenceQueries.webhook, referenceValues.webhook),
}

/**
 * Notifies windows of a record that the service changed, or that turned out to be changed there.
 */
export function notifyReferenceChanged(
  context: ActionContext,
  resource: ReferenceKind | 'webhook',
  local: number,
  done: Result<number>,
): Result<number> {
  if (done.ok || done.error.code === 'stale') context.changed(resource, [local])
  return done
}

/** Runs a deletion and returns the record as it was before. */
export async function showBeforeRemoval<Query, Row, Entity>(
  context: ActionContext,
  kind: Kind<Query, Row, Entity>,
  local: number,
  action: () => Promise<Result<number>>,
): Promise<Result<Entity>> {
  const before = await showReference(context, kind, local)
  if (!before.ok) return before
  const done = await action()
  return done.ok ? before : done
}
