/**
 * Handlers of the calls on projects, clients, tasks, charges and users, and on finding records by
 * their remote ids. Records that the service manages are changed there at once; those that only
 * this computer has are changed here.
 */
import { sql, type SqlBool } from 'kysely'
import { fail, failFields, ok, type Result } from '#shared/errors.ts'
import type { referenceCalls } from '#shared/ipc/calls/references.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { ProjectInput } from '#shared/resources/project.ts'
import type { SeenValues } from '#shared/rules/concurrent-edits.ts'
import type { ActionContext } from '../actions/change.ts'
import {
  addReference,
  addReferenceByRemote,
  changeReference,
  deleteReference,
  isManagedByService,
  type ReferenceChange,
  type ReferenceInput,
  type ReferenceKind,
} from '../actions/references.ts'
import type { Db } from '../store/database/db.ts'
import { countReferenceUses, noUses } from '../store/resources/reference-uses.ts'
import { findLocalId, readRemoteIds } from '../store/sync/sync-records.ts'
import type { HandlerContext, OpenAccount } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { findByName } from './named-records.ts'
import {
  showBeforeRemoval,
  editOf,
  referenceQueries,
  readReferencePage,
  showReference,
  showResultOf,
  notifyReferenceChanged,
} from './reference-queries.ts'

/** Adds a record by its remote id, or creates a local one. */
function add<Name extends ReferenceKind>(
  { context }: OpenAccount,
  name: Name,
  input: ReferenceInput[Name] | { remote: number; increment?: number | undefined },
): Promise<Result<number>> {
  return 'remote' in input
    ? addReferenceByRemote(context, name, input.remote, input.increment)
    : addReference(context, name, input)
}

/** Updates a record, at once on the service where the service manages it, otherwise here. */
async function update<Name extends ReferenceKind>(
  { context, direct }: OpenAccount,
  name: Name,
  { local, set, was }: { local: number; set: ReferenceChange[Name]; was: SeenValues },
): Promise<Result<number>> {
  const allow = editOf(context, name, { local, set, was })
  if (!direct || !(await isManagedByService(context.db, name, local))) {
    return changeReference(context, name, local, set, allow)
  }
  const body = name === 'project' ? await withClientOfService(context.db, set) : ok(set)
  if (!body.ok) return body
  return notifyReferenceChanged(
    context,
    name,
    local,
    await direct.update(name, local, body.value, allow),
  )
}

async function remove<Name extends ReferenceKind>(
  { context, direct }: OpenAccount,
  name: Name,
  local: number,
): Promise<Result<number>> {
  return direct && (await isManagedByService(context.db, name, local))
    ? notifyReferenceChanged(context, name, local, await direct.remove(name, local))
    : deleteReference(context, name, local)
}

/** Replaces a project's client by its remote id, as requests need it. */
async function withClientOfService(db: Db, set: Partial<ProjectInput>): Promise<Result<object>> {
  const { client, ...fields } = set
  if (client === undefined || client === null) {
    return ok(client === null ? { ...fields, client_id: null } : fields)
  }
  const remote = (await readRemoteIds(db, 'client', [client])).get(client)
  const text = 'This client isn’t on the service yet. Choose one that is'
  return remote === undefined
    ? failFields('validation', text, { client_id: [text] })
    : ok({ ...fields, client_id: remote })
}

async function find(
  context: ActionContext,
  { resource, remote }: CallArguments<'records.findByRemote'>,
): Promise<Result<{ local: number }>> {
  const local = await findLocalId(context.db, resource, remote)
  return local === undefined
    ? fail('not-found', 'No {kind} here has service ID {number}', {
        kind: resource,
        number: remote,
      })
    : ok({ local })
}

export const referenceHandlers = ({
  withOpenAccount,
}: HandlerContext): HandlersOf<typeof referenceCalls> => ({
  'records.findByRemote': (input) => withOpenAccount(({ context }) => find(context, input)),

  'records.findByName': (input) =>
    withOpenAccount(async ({ context }) => ok(await findByName(context, input))),

  'records.countUses': ({ kind, local }) =>
    withOpenAccount(async ({ context: { db } }) => {
      const counted = await countReferenceUses(db, kind, sql<SqlBool>`m.id = ${local}`)
      return ok(counted.get(local) ?? noUses)
    }),

  'projects.list': (query) =>
    withOpenAccount(({ context }) => readReferencePage(context, referenceQueries.project, query)),
  'projects.show': ({ local }) =>
    withOpenAccount(({ context }) => showReference(context, referenceQueries.project, local)),
  'projects.add': (input) =>
    withOpenAccount((open) =>
      showResultOf(open.context, referenceQueries.project, add(open, 'project', input)),
    ),
  'projects.update': (input) =>
    withOpenAccount((open) =>
      showResultOf(open.context, referenceQueries.project, update(open, 'project', input)),
    ),
  'projects.delete': ({ local }) =>
    withOpenAccount((open) =>
      showBeforeRemoval(open.context, referenceQueries.project, local, () =>
        remove(open, 'project', local),
      ),
    ),

  'clients.list': (query) =>
    withOpenAccount(({ context }) => readReferencePage(context, referenceQueries.client, query)),
  'clients.show': ({ local }) =>
    withOpenAccount(({ context }) => showReference(context, referenceQueries.client, local)),
  'clients.add': (input) =>
    withOpenAccount((open) =>
      showResultOf(open.context, referenceQueries.client, add(open, 'client', input)),
    ),
  'clients.update': (input) =>
    withOpenAccount((open) =>
      showResultOf(open.context, referenceQueries.client, update(open, 'client', input)),
    ),
  'clients.delete': ({ local }) =>
    withOpenAccount((open) =>
      showBeforeRemoval(open.context, referenceQueries.client, local, () =>
        remove(open, 'client', local),
      ),
    ),

  'tasks.list': (query) =>
    withOpenAccount(({ context }) => readReferencePage(context, referenceQueries.task, query)),
  'tasks.show': ({ local }) =>
    withOpenAccount(({ context }) => showReference(context, referenceQueries.task, local)),
  'tasks.add': (input) =>
    withOpenAccount((open) =>
      showResultOf(open.context, referenceQueries.task, add(open, 'task', input)),
    ),
  'tasks.update': (input) =>
    withOpenAccount((open) =>
      showResultOf(open.context, referenceQueries.task, update(open, 'task', input)),
    ),
  'tasks.delete': ({ local }) =>
    withOpenAccount((open) =>
      showBeforeRemoval(open.context, referenceQueries.task, local, () =>
        remove(open, 'task', local),
      ),
    ),

  'charges.list': (query) =>
    withOpenAccount(({ context }) => readReferencePage(context, referenceQueries.charge, query)),
  'charges.show': ({ local }) =>
    withOpenAccount(({ context }) => showReference(context, referenceQueries.charge, local)),
  'charges.add': (input) =>
    withOpenAccount((open) =>
      showResultOf(open.context, referenceQueries.charge, add(open, 'charge', input)),
    ),
  'charges.update': (input) =>
    withOpenAccount((open) =>
      showResultOf(open.context, referenceQueries.charge, update(open, 'charge', input)),
    ),
  'charges.delete': ({ local }) =>
    withOpenAccount((open) =>
      showBeforeRemoval(open.context, referenceQueries.charge, local, () =>
        remove(open, 'charge', local),
      ),
    ),

  'users.list': (query) =>
    withOpenAccount(({ context }) => readReferencePage(context, referenceQueries.user, query)),
  'users.show': ({ local }) =>
    withOpenAccount(({ context }) => showReference(context, referenceQueries.user, local)),
})
