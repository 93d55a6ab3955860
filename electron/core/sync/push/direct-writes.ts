/**
 * Writes records that sync does not send: projects, clients, tasks and charges (capability
 * `reference`), webhooks (`webhooks`). They are written to the service at once or not at all:
 * offline the call fails, and nothing is queued (docs/API.md, Reference records). A delayed
 * change would exist beside the organisation's own for days, with entries created by its increment.
 */
import { fail, failFields, ok, type Result } from '#shared/errors.ts'
import { chargeWire } from '#shared/resources/charge.ts'
import { clientWire } from '#shared/resources/client.ts'
import { projectWire } from '#shared/resources/project.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import { taskWire } from '#shared/resources/task.ts'
import { webhookWire, type WebhookWire } from '#shared/resources/webhook.ts'
import type { Clock, Http, Random } from '../../ports.ts'
import type { Db, Trx } from '../../store/database/db.ts'
import { prepared } from '../../store/database/prepared-query.ts'
import { createReferenceUpserter } from '../../store/sync/upsert-references.ts'
import { findLocalId, linkRemoteId, readRemoteIds } from '../../store/sync/sync-records.ts'
import { deleteWebhook, insertWebhook, updateWebhook } from '../../store/resources/webhooks.ts'
import { createOneOffClient } from '../http/check-service.ts'
import type { ClientReply, ServiceClient, ServiceConnection } from '../http/service-client.ts'
import { readSyncCheckpoint } from '../pass/sync-checkpoint.ts'

export type DirectResource = 'project' | 'client' | 'task' | 'charge' | 'webhook'

export interface DirectWrites {
  /**
   * Creates a record on the service; returns its local id and the service's reply.
   * @param local the local record that it becomes, unless a sync received the new record before the
   *   reply: then the two are still to be matched; absent for one that is new here too
   */
  create(
    resource: DirectResource,
    body: object,
    local?: number,
  ): Promise<Result<{ local: number; answered: Record<string, unknown> }>>
  /**
   * Changes a record; returns its local id. The service's version is read first.
   * @param allow checks the version that was just stored, and may refuse the change
   */
  update(
    resource: DirectResource,
    local: number,
    body: object,
    allow: (db: Db) => Promise<Result<null>>,
  ): Promise<Result<number>>
  remove(resource: DirectResource, local: number): Promise<Result<number>>
}

export interface DirectWritesPorts {
  db: Db
  clock: Clock
  random: Random
  http: Http
  connection: ServiceConnection
  organisation: number
}

/**
 * Creates the direct writes. Every call fails with `conflict` where the service has no such
 * capability, `offline`, `unauthenticated`, `forbidden`, `not-found`, `stale` when the record kept
 * changing while it was written, `validation` with the service's texts by field, or `service` when
 * it is unknown whether the change was made; an update also as `allow` does.
 */
export function createDirectWrites(ports: DirectWritesPorts): DirectWrites {
  const { db, organisation } = ports

  async function send(
    resource: DirectResource,
    request: (client: ServiceClient, idempotencyKey: string | null) => Promise<ClientReply>,
  ): Promise<Result<Answered>> {
    const { capabilities } = await readSyncCheckpoint(db)
    if (!capabilities.includes(needed(resource))) {
      return fail(
        'conflict',
        'This service doesn’t allow changing {kinds} from here. Change them on the service',
        { kinds: resource },
      )
    }
    const token = await ports.connection.token()
    if (token === null) return fail('unauthenticated', 'Sign in again. The access token is missing')
    const client = createOneOffClient(ports.http, ports.clock, ports.connection, token)
    const key = capabilities.includes('idempotency') ? ports.random.token(24) : null
    const answered = toResult(await request(client, key), resource)
    const hasTags = capabilities.includes('conditional')
    return answered.ok && !hasTags ? ok({ ...answered.value, etag: null }) : answered
  }

  async function keep(
    resource: DirectResource,
    body: Record<string, unknown>,
    local?: number,
  ): Promise<Result<number>> {
    const record = body[resource]
    return db.transaction().execute(async (trx) => {
      const read = schemas[resource].safeParse(record)
      if (!read.success) {
        return fail(
          'service',
          'The service made the change, but Stint couldn’t read its reply. It will show after the next sync',
        )
      }
      const received = await findLocalId(trx, resource, read.data.id)
      if (local !== undefined && received === undefined) {
        await linkRemoteId(trx, resource, local, read.data.id)
        // Its dates are those of this computer until the reply is stored.
        await undated(trx, { local }, resource)
      }
      return ok(await keepers[resource](trx, organisation, read.data as never))
    })
  }

  async function withRemote<Value>(
    resource: DirectResource,
    local: number,
    run: (remote: number) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const remote = (await readRemoteIds(db, resource, [local])).get(local)
    return remote === undefined
      ? fail('not-found', '{kind} {number} isn’t on the service yet', {
          kind: resource,
          number: local,
        })
      : run(remote)
  }

  return {
    async create(resource, body, local) {
      const answered = await send(resource, (client, idempotencyKey) =>
        client.post(`/${paths[resource]}`, body, { idempotencyKey }),
      )
      if (!answered.ok) return answered
      const { body: answer } = answered.value
      const result = await keep(resource, answer, local)
      return result.ok ? ok({ local: result.value, answered: answer }) : result
    },
    update: (resource, local, body, allow) =>
      withRemote(resource, local, async (remote) => {
        const path = `/${paths[resource]}/${remote}`
        for (let turn = 1; ; turn++) {
          const read = await send(resource, (client) => client.get(path))
          if (!read.ok) return read
          // The reply to a read has no envelope, unlike the reply to a write.
          const result = await keep(resource, { [resource]: read.value.body })
          if (!result.ok) return result
          const allowed = await allow(db)
          if (!allowed.ok) return allowed
          const { etag } = read.value
          const put = await send(resource, (client) => client.put(path, body, { ifMatch: etag }))
          if (put.ok) return keep(resource, put.value.body)
          // The record was changed in the meantime: read it and check it again.
          if (put.error.code !== 'stale' || turn === 3) return put
        }
      }),
    remove: (resource, local) =>
      withRemote(resource, local, async (remote) => {
        const answered = await send(resource, (client) =>
          client.delete(`/${paths[resource]}/${remote}`),
        )
        if (!answered.ok) return answered
        if (resource !== 'webhook') return keep(resource, answered.value.body)
        await db.transaction().execute((trx) => dropWebhook(trx, local))
        return ok(local)
      }),
  }
}

const undated = prepared((db, values: { local: number }, resource: DirectResource) =>
  db
    .updateTable(resource)
    .set({ created_at: null, updated_at: null })
    .where('id', '=', values.local),
)

const needed = (resource: DirectResource): Capability =>
  resource === 'webhook' ? 'webhooks' : 'reference'

const paths: Record<DirectResource, string> = {
  project: 'projects',
  client: 'clients',
  task: 'tasks',
  charge: 'charges',
  webhook: 'webhooks',
}

const schemas = {
  project: projectWire,
  client: clientWire,
  task: taskWire,
  charge: chargeWire,
  webhook: webhookWire,
}

const harvested =
  (kind: 'project' | 'client' | 'task' | 'charge') =>
  (trx: Trx, organisation: number, wire: never): Promise<number> =>
    createReferenceUpserter(trx, organisation)[kind](wire)

const keepers: Record<
  DirectResource,
  (trx: Trx, organisation: number, wire: never) => Promise<number>
> = {
  project: harvested('project'),
  client: harvested('client'),
  task: harvested('task'),
  charge: harvested('charge'),
  webhook: keepWebhook,
}

async function keepWebhook(trx: Trx, organisation: number, wire: WebhookWire): Promise<number> {
  const { id, ...row } = wire
  const existing = await findLocalId(trx, 'webhook', id)
  if (existing !== undefined) {
    await updateWebhook(trx, existing, row)
    return existing
  }
  const local = await insertWebhook(trx, { organisation_id: organisation, ...row })
  await linkRemoteId(trx, 'webhook', local, id)
  return local
}

async function dropWebhook(trx: Trx, local: number): Promise<void> {
  await deleteWebhook(trx, local)
  await trx
    .deleteFrom('sync_record')
    .where('resource', '=', 'webhook')
    .where('local_id', '=', local)
    .execute()
}

interface Answered {
  body: Record<string, unknown>
  /** Null where the service has no entity tags. */
  etag: string | null
}

function toResult(answer: ClientReply, resource: DirectResource): Result<Answered> {
  switch (answer.is) {
    case 'applied':
      return ok({ body: answer.body, etag: answer.etag })
    case 'stale':
      return fail(
        'stale',
        'This changed in the meantime, and nothing was overwritten. Check it and try again',
      )
    case 'refused':
      return answer.status === 403
        ? fail('forbidden', 'Your account isn’t allowed to change {kinds} on this service', {
            kinds: resource,
          })
        : failFields('validation', answer.message, answer.fields)
    case 'gone':
      return fail('not-found', 'This {kind} is no longer on the service', { kind: resource })
    case 'signed-out':
      return answer.moved
        ? fail('unauthenticated', `The service has moved to ${answer.moved.url}`)
        : fail('unauthenticated', 'Sign in again. The service rejected the access token')
    case 'unreached':
    case 'stopped':
      return fail('offline', 'Can’t reach the service, and {kinds} can only be changed there', {
        kinds: resource,
      })
    default:
      return fail(
        'service',
        'The service didn’t confirm the change. Check the list before you try again',
      )
  }
}
