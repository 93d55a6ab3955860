/**
 * Upserts references (projects, tasks, charges, clients, users) from records of the service: nested
 * in entries, or listed by the reference endpoints. A present field wins unless the observation is
 * older than the stored row; an absent one is left alone; a bare id creates a placeholder that
 * later mentions fill.
 */
import type { ChargeWire } from '#shared/resources/charge.ts'
import type { ClientWire } from '#shared/resources/client.ts'
import type { ProjectWire } from '#shared/resources/project.ts'
import type { TaskWire } from '#shared/resources/task.ts'
import type { UserWire } from '#shared/resources/user.ts'
import { fold } from '#shared/rules/search-text.ts'
import { insertCharge, updateCharge } from '../resources/charges.ts'
import { insertClient, updateClient } from '../resources/clients.ts'
import type { Trx } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import { insertProject, updateProject } from '../resources/projects.ts'
import { findLocalId, linkRemoteId, provisionalTie } from './sync-records.ts'
import type { ReferenceResource } from '../tables/index.ts'
import { insertTask, updateTask } from '../resources/tasks.ts'
import { insertUser, updateUser } from '../resources/users.ts'

/** Fields of a project that an entry contains, for a project whose own record was never seen. */
export interface ProjectHint {
  /** Minutes of one increment. */
  increment: number
  rate: number | null
  currency: string | null
}

export interface ReferenceUpserter {
  /** Each method returns the local id. */
  project(wire: ProjectWire, hint?: ProjectHint): Promise<number>
  task(wire: TaskWire): Promise<number>
  charge(wire: ChargeWire): Promise<number>
  client(wire: ClientWire): Promise<number>
  user(wire: UserWire): Promise<number>
  /**
   * What was upserted, with the local ids: input for later transactions once this one is committed.
   */
  readonly upserted: ReadonlyMap<string, number>
  /** Local ids of changed records. */
  readonly changed: Record<'project' | 'task' | 'charge' | 'client', Set<number>>
}

export interface UpserterOptions {
  /** What earlier transactions of the same pass have upserted. */
  before?: ReadonlyMap<string, number> | undefined
  /**
   * Throws `OutdatedReferences` for another name without a date: it may be a renamed record, or
   * another one that has its id by now.
   */
  checksNames?: boolean | undefined
}

/** The lists of references must be read before what refers to them. */
export class OutdatedReferences extends Error {}

/** Creates an upserter for one transaction. Repeating the same mention costs nothing. */
export function createReferenceUpserter(
  trx: Trx,
  organisation: number,
  { before = new Map(), checksNames = false }: UpserterOptions = {},
): ReferenceUpserter {
  const taken = new Map<string, number>()
  const changed = {
    project: new Set<number>(),
    task: new Set<number>(),
    charge: new Set<number>(),
    client: new Set<number>(),
  }

  const once = async (
    resource: ReferenceResource,
    wire: { id: number },
    take: () => Promise<number>,
  ) => {
    const mention = resource + JSON.stringify(wire)
    const cached = taken.get(mention) ?? before.get(mention)
    if (cached !== undefined) return cached
    const local = await take()
    taken.set(mention, local)
    return local
  }

  /** Reads the local row of a record, and inserts a placeholder where there is none. */
  async function findOrInsert(resource: ReferenceResource, wire: Mention) {
    const existing = await findSame(resource, wire)
    const local = existing ?? (await insertPlaceholder(trx, resource, organisation, wire.id))
    if (existing === undefined) await linkRemoteId(trx, resource, local, wire.id)
    const row = await rowOf(resource, local)
    return { local, row, isNew: existing === undefined }
  }

  async function rowOf(resource: ReferenceResource, local: number): Promise<Row> {
    const [row] = await rowById(trx, { local }, resource)
    if (!row) throw new Error(`${resource} ${local} isn’t in the database`)
    return row
  }

  /** Finds the local record that this is. One whose id is another's by now loses it. */
  async function findSame(resource: ReferenceResource, wire: Mention): Promise<number | undefined> {
    const existing = await findLocalId(trx, resource, wire.id)
    if (existing === undefined || resource === 'user') return existing
    const row = await rowOf(resource, existing)
    if (row.created_at === null || !hasOtherName(row, wire)) return existing
    if (wire.created_at === undefined) {
      if (checksNames) throw new OutdatedReferences(`${resource} ${wire.id}`)
      return existing
    }
    if (wire.created_at === row.created_at) return existing
    await unlinkReference(trx, resource, existing)
    changed[resource].add(existing)
    return undefined
  }

  const client = (wire: ClientWire) =>
    once('client', wire, async () => {
      const { local, row, isNew } = await findOrInsert('client', wire)
      const { id: _id, code, contact, address, postal, ...plain } = wire
      const patch = different(row, wire.updated_at, {
        ...plain,
        code: code ?? undefined,
        contact,
        address,
        postal,
      })
      if (patch) await updateClient(trx, local, patch)
      if (patch || isNew) changed.client.add(local)
      return local
    })

  return {
    upserted: taken,
    changed,
    client,
    project: (wire, hint) =>
      once('project', wire, async () => {
        const client_id = wire.client ? await client(wire.client) : wire.client
        const { local, row, isNew } = await findOrInsert('project', wire)
        const { id: _id, client: _client, code, description, currency, ...plain } = wire
        const isShallow = row.updated_at === null && row.currency === null
        const guessed =
          hint && isShallow && wire.increment === undefined
            ? { increment: hint.increment, rate: hint.rate ?? undefined, currency: hint.currency }
            : {}
        const patch = different(row, wire.updated_at, {
          ...guessed,
          ...plain,
          ...(currency ? { currency } : {}),
          code: code ?? undefined,
          description: description ?? undefined,
          client_id,
        })
        if (patch) await updateProject(trx, local, patch)
        if (patch || isNew) changed.project.add(local)
        return local
      }),
    task: (wire) =>
      once('task', wire, async () => {
        const { local, row, isNew } = await findOrInsert('task', wire)
        const { id: _id, ...plain } = wire
        const patch = different(row, wire.updated_at, plain)
        if (patch) await updateTask(trx, local, patch)
        if (patch || isNew) changed.task.add(local)
        return local
      }),
    charge: (wire) =>
      once('charge', wire, async () => {
        const { local, row, isNew } = await findOrInsert('charge', wire)
        const { id: _id, unit, currency, ...plain } = wire
        const patch = different(row, wire.updated_at, {
          ...plain,
          unit: unit ?? undefined,
          ...(currency ? { currency } : {}),
        })
        if (patch) await updateCharge(trx, local, patch)
        if (patch || isNew) changed.charge.add(local)
        return local
      }),
    user: (wire) =>
      once('user', wire, async () => {
        const { local, row } = await findOrInsert('user', wire)
        const { id: _id, ...plain } = wire
        const patch = different(row, wire.updated_at, plain)
        if (patch) await updateUser(trx, local, patch)
        return local
      }),
  }
}

type Row = Record<string, unknown> & {
  name: string
  created_at: string | null
  updated_at: string | null
  currency?: string | null
}

/** A record as an entry or a list names it; the short form has no date. */
interface Mention {
  id: number
  name?: string | undefined
  created_at?: string | undefined
}

const hasOtherName = (row: Row, { name }: Mention): boolean =>
  name !== undefined && fold(name) !== fold(row.name)

/**
 * Separates a record from its id, which the service has given to another one since: it was restored
 * from a backup. It is on this computer only from here on, and entries that name it wait until it
 * is matched or created again.
 */
async function unlinkReference(
  trx: Trx,
  resource: Exclude<ReferenceResource, 'user'>,
  local: number,
): Promise<void> {
  await unlinked(trx, { resource, local })
  await tieReset(trx, { local, tie: provisionalTie(local) }, resource)
}

const unlinked = prepared((db, values: { resource: ReferenceResource; local: number }) =>
  db
    .deleteFrom('sync_record')
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local),
)

const tieReset = prepared(
  (db, values: { local: number; tie: number }, resource: Exclude<ReferenceResource, 'user'>) =>
    db.updateTable(resource).set({ tie: values.tie }).where('id', '=', values.local),
)

const rowById = prepared<{ local: number }, Row, ReferenceResource>((db, { local }, resource) =>
  db.selectFrom(resource).selectAll().where('id', '=', local).$castTo<Row>(),
)

/**
 * Returns the present fields that differ, or undefined when there are none or the observation is
 * older.
 */
function different(
  row: Row,
  observedAt: string | undefined,
  mentioned: Record<string, unknown>,
): Record<string, unknown> | undefined {
  if (observedAt !== undefined && row.updated_at !== null && observedAt < row.updated_at) {
    return undefined
  }
  const patch: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(mentioned)) {
    if (value !== undefined && !sameValue(row[field], value)) patch[field] = value
  }
  return Object.keys(patch).length > 0 ? patch : undefined
}

/** Compares with a stored value: booleans are stored as 1 and 0, nested objects as JSON. */
function sameValue(current: unknown, value: unknown): boolean {
  if (typeof value === 'boolean') return current === (value ? 1 : 0)
  if (typeof value === 'object' && value !== null) return current === JSON.stringify(value)
  return current === value
}

function insertPlaceholder(
  trx: Trx,
  resource: ReferenceResource,
  organisation: number,
  remote: number,
): Promise<number> {
  const row = { organisation_id: organisation, tie: remote }
  switch (resource) {
    case 'project':
      return insertProject(trx, row)
    case 'task':
      return insertTask(trx, row)
    case 'charge':
      return insertCharge(trx, row)
    case 'client':
      return insertClient(trx, row)
    case 'user':
      return insertUser(trx, row)
  }
}
