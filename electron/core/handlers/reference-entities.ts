/** Converts rows of projects, clients, tasks, charges, users and webhooks to entities. */
import type { Charge } from '#shared/resources/charge.ts'
import type { Client } from '#shared/resources/client.ts'
import type { Project } from '#shared/resources/project.ts'
import type { ReferenceState } from '#shared/resources/reference-state.ts'
import type { Task } from '#shared/resources/task.ts'
import type { User } from '#shared/resources/user.ts'
import type { Webhook } from '#shared/resources/webhook.ts'
import type { ChargeRow } from '../store/resources/charges.ts'
import type { ClientRow } from '../store/resources/clients.ts'
import type { Db } from '../store/database/db.ts'
import type { ProjectRow } from '../store/resources/projects.ts'
import { readRemoteIds } from '../store/sync/sync-records.ts'
import type { SyncedResource } from '../store/tables/index.ts'
import type { TaskRow } from '../store/resources/tasks.ts'
import type { UserRow } from '../store/resources/users.ts'
import type { WebhookRow } from '../store/resources/webhooks.ts'

/** A row with a local and a remote id in place of the store's id. */
type Named<Row> = Omit<Row, 'id'> & { local: number; id: number | null }

/** Adds the remote id to each row. */
async function named<Row extends { id: number }>(
  db: Db,
  resource: SyncedResource,
  rows: readonly Row[],
): Promise<Named<Row>[]> {
  const ids = await readRemoteIds(
    db,
    resource,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, local: row.id, id: ids.get(row.id) ?? null }))
}

const withState = <Record extends { id: number | null }>(
  record: Record,
): Record & { state: ReferenceState } => ({
  ...record,
  state: record.id === null ? 'held' : 'synced',
})

export async function toProjects(db: Db, rows: readonly ProjectRow[]): Promise<Project[]> {
  const clients = await toClients(
    db,
    rows.flatMap(({ client }) => client ?? []),
  )
  const clientByLocal = new Map(clients.map((client) => [client.local, client]))
  const projects = await named(db, 'project', rows)
  return projects.map(({ client, ...project }) => ({
    ...withState(project),
    client: client && (clientByLocal.get(client.id) ?? null),
  }))
}

export const toClients = async (db: Db, rows: readonly ClientRow[]): Promise<Client[]> =>
  (await named(db, 'client', rows)).map(withState)

export const toTasks = async (db: Db, rows: readonly TaskRow[]): Promise<Task[]> =>
  (await named(db, 'task', rows)).map(withState)

export const toCharges = async (db: Db, rows: readonly ChargeRow[]): Promise<Charge[]> =>
  (await named(db, 'charge', rows)).map(withState)

export const toUsers = (db: Db, rows: readonly UserRow[]): Promise<User[]> =>
  named(db, 'user', rows)

export async function toWebhooks(db: Db, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const all = await named(db, 'webhook', rows)
  return all.map((webhook) => ({ ...webhook, state: 'synced' }))
}
