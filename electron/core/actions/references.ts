/**
 * The actions on projects, clients, tasks and charges of this computer. Those that the service
 * manages are changed there. A record that the service has can be added by its remote id, so that
 * an empty or bare service is usable too (docs/API.md, Reference records).
 */
import { fail, failMissing, ok, unwrap, type FieldTexts, type Result } from '#shared/errors.ts'
import type { ChargeCreate, ChargeUpdate } from '#shared/resources/charge.ts'
import { withContactId, type ClientCreate, type ClientUpdate } from '#shared/resources/client.ts'
import {
  ruledProjectFields,
  validateProject,
  type ProjectInput,
} from '#shared/resources/project.ts'
import type { TaskCreate, TaskUpdate } from '#shared/resources/task.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { defaultCurrency } from '#shared/rules/money.ts'
import { hasSameFields } from '#shared/rules/three-way.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import { insertCharge, updateCharge } from '../store/resources/charges.ts'
import { insertClient, updateClient } from '../store/resources/clients.ts'
import type { Db, Trx } from '../store/database/db.ts'
import { insertProject, updateProject } from '../store/resources/projects.ts'
import {
  findLocalId,
  linkRemoteId,
  readRemoteIds,
  provisionalTie,
} from '../store/sync/sync-records.ts'
import { insertTask, updateTask } from '../store/resources/tasks.ts'
import { findUsable, type Writer } from '../write/writer.ts'
import { change, type ActionContext, type ChangeTransaction } from './change.ts'
import type { SnapshotRow } from './history-codec.ts'
import { historyCodecFor } from './history-codecs.ts'
import { writeSnapshot } from './snapshot-writes.ts'

export type ReferenceKind = 'project' | 'client' | 'task' | 'charge'

/** What a person enters for a new record. Related records are named by local id. */
export interface ReferenceInput {
  project: ProjectInput
  client: ClientCreate
  task: TaskCreate
  charge: Omit<ChargeCreate, 'currency'> & { currency?: string | undefined }
}

/** What a person enters to change a record; an absent field stays as it is. */
export interface ReferenceChange {
  project: Partial<ProjectInput>
  client: ClientUpdate
  task: TaskUpdate
  charge: ChargeUpdate
}

/** Writes a kind's row: every kind has the columns that are written here. */
interface Table {
  insert(trx: Trx, row: Columns & { organisation_id: number }): Promise<number>
  update(trx: Trx, id: number, row: Columns): Promise<void>
}
type Columns = Record<string, unknown> & { tie?: number; name?: string; deleted?: boolean }

const tables: Record<ReferenceKind, Table> = {
  project: { insert: insertProject, update: updateProject },
  client: { insert: insertClient, update: updateClient },
  task: { insert: insertTask, update: updateTask },
  charge: { insert: insertCharge, update: updateCharge },
}

/**
 * Creates a record on this computer and returns its local id. Fails with `validation` on its
 * fields.
 */
export async function addReference<Kind extends ReferenceKind>(
  context: ActionContext,
  kind: Kind,
  input: ReferenceInput[Kind],
): Promise<Result<number>> {
  const what = {
    action: `${plural[kind]}.create`,
    summary: sentence('Added {kind} “{name}”', { kind, name: input.name }),
  }
  return change(context, what, async (tx) => {
    const now = toTimestamp(context.clock.now())
    const local = await tables[kind].insert(tx.trx, {
      ...(kind === 'project' || kind === 'charge' ? { currency: defaultCurrency } : {}),
      ...(await columnsOf(tx.writer, kind, input, undefined)),
      organisation_id: context.organisation,
      created_at: now,
      updated_at: now,
    })
    await tables[kind].update(tx.trx, local, {
      tie: provisionalTie(local),
      ...contactOf(kind, local, input),
    })
    await recordAdded(tx, kind, local, null)
    return local
  })
}

/**
 * Adds the record that has the id `remote` on the service, with a placeholder name until the
 * service returns more. A record that is already known is returned as it is.
 * @param increment of a project, where the person knows it: a bare service reports it only with an
 *   entry
 */
export async function addReferenceByRemote(
  context: ActionContext,
  kind: ReferenceKind,
  remote: number,
  increment?: number,
): Promise<Result<number>> {
  const known = await findLocalId(context.db, kind, remote)
  if (known !== undefined) return ok(known)
  const summary = sentence('Added {kind} {number} from the service', { kind, number: remote })
  return change(context, { action: `${plural[kind]}.create`, summary }, async (tx) => {
    const local = await tables[kind].insert(tx.trx, {
      organisation_id: context.organisation,
      name: `${kind[0]!.toUpperCase()}${kind.slice(1)} ${remote}`,
      tie: remote,
      ...(increment === undefined ? {} : { increment }),
    })
    await linkRemoteId(tx.trx, kind, local, remote)
    await recordAdded(tx, kind, local, remote)
    return local
  })
}

/**
 * Changes a record that only this computer has, or whose fields the service never returned. Fails
 * with `not-found`, with `conflict` where the service manages it, with `validation` on fields.
 * @param allow checks the record before it is changed, and may refuse
 */
export async function changeReference<Kind extends ReferenceKind>(
  context: ActionContext,
  kind: Kind,
  local: number,
  set: ReferenceChange[Kind],
  allow: (db: Db) => Promise<Result<null>> = () => Promise.resolve(ok(null)),
): Promise<Result<number>> {
  const before = await readReferenceRow(context.db, kind, local)
  if (!before) return failMissing(kind, local)
  const summary = sentence('Changed {kind} “{name}”', { kind, name: set.name ?? before.name })
  const what = { action: `${plural[kind]}.update`, summary, isEdit: true }
  return change(context, what, async (tx) => {
    const row = await requireOwn(tx.trx, kind, local)
    unwrap(await allow(tx.trx))
    await tables[kind].update(tx.trx, local, {
      ...(await columnsOf(tx.writer, kind, set, row)),
      ...contactOf(kind, local, set),
    })
    const changed = await readReferenceRow(tx.trx, kind, local)
    if (JSON.stringify(changed) === JSON.stringify(row)) return local
    await tables[kind].update(tx.trx, local, dateOf(row, tx.at))
    await recordChanged(tx, kind, row)
    return local
  })
}

/**
 * Deletes a record that only this computer has. It stays inside the records that refer to it, as on
 * the service. Fails like `changeReference`.
 */
export async function deleteReference(
  context: ActionContext,
  kind: ReferenceKind,
  local: number,
): Promise<Result<number>> {
  const before = await readReferenceRow(context.db, kind, local)
  if (!before || before.deleted === 1) return failMissing(kind, local)
  const summary = sentence('Deleted {kind} “{name}”', { kind, name: before.name })
  return change(context, { action: `${plural[kind]}.delete`, summary }, async (tx) => {
    await requireOwn(tx.trx, kind, local)
    const current = (await historyCodecFor(kind).read(tx.trx, local))!
    await writeSnapshot(tx, kind, { ...current, deleted: 1 } as SnapshotRow, current)
    return local
  })
}

const plural: Record<ReferenceKind, string> = {
  project: 'projects',
  client: 'clients',
  task: 'tasks',
  charge: 'charges',
}

type Row = Record<string, unknown> & {
  id: number
  name: string
  deleted: number
  updated_at: string | null
}

/** Reads the whole row, deleted or not, or undefined. */
export const readReferenceRow = (
  db: ActionContext['db'],
  kind: ReferenceKind,
  local: number,
): Promise<Row | undefined> =>
  db.selectFrom(kind).selectAll().where('id', '=', local).executeTakeFirst()

/** True for a record whose fields the service has returned: only the service changes it. */
export async function isManagedByService(
  db: Db,
  kind: ReferenceKind,
  local: number,
): Promise<boolean> {
  const row = await readReferenceRow(db, kind, local)
  return row !== undefined && !isUntold(row) && (await readRemoteIds(db, kind, [local])).has(local)
}

/** Changes columns of a local record as part of a larger change. */
export async function updateReferenceInTransaction(
  tx: ChangeTransaction,
  kind: ReferenceKind,
  local: number,
  columns: { deleted?: boolean; client_id?: number | null },
): Promise<Result<null>> {
  const row = await readReferenceRow(tx.trx, kind, local)
  if (!row) return failMissing(kind, local)
  await tables[kind].update(tx.trx, local, { ...columns, ...dateOf(row, tx.at) })
  await recordChanged(tx, kind, row)
  return ok(null)
}

/**
 * True for a record that the service knows by its id alone: the row has only names and guesses of
 * this computer.
 */
const isUntold = (row: Row): boolean => row.updated_at === null

/** The date of a change: none where the service has not told the record, which it marks as told. */
const dateOf = (row: Row, at: number): Columns =>
  isUntold(row) ? {} : { updated_at: toTimestamp(at) }

/** Reads the row; throws where this computer may not change it. */
async function requireOwn(trx: Trx, kind: ReferenceKind, local: number): Promise<Row> {
  const row = await readReferenceRow(trx, kind, local)
  if (!row) return unwrap(failMissing(kind, local))
  if (await isManagedByService(trx, kind, local)) {
    unwrap(fail('conflict', 'This {kind} is managed on the service. Edit it there', { kind }))
  }
  return row
}

/** Returns the columns of an input, validated together with the existing row. */
async function columnsOf<Kind extends ReferenceKind>(
  writer: Writer,
  kind: Kind,
  input: ReferenceChange[Kind],
  current: Row | undefined,
): Promise<Columns> {
  if (kind !== 'project') {
    const { contact: _contact, ...columns } = input as ClientUpdate
    return columns
  }
  const { client, ...columns } = input as Partial<ProjectInput>
  const problems: FieldTexts = {}
  // What a record has already may be deleted, or break a rule: services differ in them.
  const named = client === current?.['client_id'] ? undefined : client
  await findUsable(writer, 'client', named, problems)
  const project = {
    type: 'client',
    client_id: null,
    budget: null,
    budget_type: null,
    ...current,
    ...columns,
    ...(client === undefined ? {} : { client_id: client }),
  }
  const isRuled = !current || !hasSameFields(project, current, ruledProjectFields)
  for (const [field, texts] of Object.entries(isRuled ? validateProject(project) : {})) {
    // A local project may still lack its client; the service requires one.
    if (field !== 'client_id' || project.client_id !== null) problems[field] ??= texts
  }
  writer.policy.refuse(problems)
  return { ...columns, ...(client === undefined ? {} : { client_id: client }) }
}

/** A client's contact contains the client's id. */
const contactOf = (kind: ReferenceKind, local: number, input: object): Columns =>
  kind === 'client' ? { contact: withContactId(local, (input as ClientUpdate).contact) } : {}

/**
 * What the history stores of an added record: its row, and the remote id if it was added by one.
 */
type AddedRow = object & { remote: number | null }

async function recordAdded(
  tx: ChangeTransaction,
  kind: ReferenceKind,
  local: number,
  remote: number | null,
): Promise<void> {
  const row = (await readReferenceRow(tx.trx, kind, local))!
  const after: AddedRow = { ...row, remote }
  await tx.recordRow({ resource: kind, local, before: null, after })
}

async function recordChanged(
  tx: ChangeTransaction,
  kind: ReferenceKind,
  before: Row,
): Promise<void> {
  const after = (await readReferenceRow(tx.trx, kind, before.id))!
  await tx.recordRow({ resource: kind, local: before.id, before, after })
}
