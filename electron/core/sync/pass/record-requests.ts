/** Reads and writes single records of the service. */
import type { WireRecord } from '../../store/sync/record-sync-state.ts'
import type { ClientReply } from '../http/service-client.ts'
import type { SyncContext } from './sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { describeSchemaProblem } from '../http/schema-problem.ts'

/** A reply whose record was parsed as well. */
export type RecordReply =
  | { is: 'record'; wire: WireRecord; etag: string | null; status: number }
  | Exclude<ClientReply, { is: 'applied' }>

const userToo = (context: SyncContext): Record<string, string> =>
  context.capabilities.has('user') ? { include: 'user' } : {}

/** Reads a record by its id. A record that is marked as deleted counts as missing. */
export async function fetchRecord(
  context: SyncContext,
  adapter: SyncAdapter,
  remote: number,
): Promise<RecordReply> {
  const answer = await context.client.get(`${adapter.path}/${remote}`, userToo(context))
  const read = recordIn(adapter, answer, (body) => body, remote)
  return read.is === 'record' && read.wire.deleted === true ? { is: 'gone' } : read
}

/**
 * Creates a record.
 * @param key sent along if the service stores keys
 * @param uid sent along; only for a service that has the capability
 * @param again true for a repeated request: its reply says nothing about the present
 */
export async function postRecord(
  context: SyncContext,
  adapter: SyncAdapter,
  version: object,
  { key, uid, again }: { key: string | null; uid: string | undefined; again: boolean },
): Promise<RecordReply> {
  const sentAt = context.clock.now()
  const body = { ...adapter.createBody(version), uid }
  const idempotencyKey = context.capabilities.has('idempotency') ? key : null
  const answer = await context.client.post(adapter.path, body, { idempotencyKey })
  const read = recordIn(adapter, answer, (body) => body[adapter.resource])
  if (read.is === 'record' && !again) {
    context.noteServiceTimestamp(read.wire.created_at, sentAt, context.clock.now())
  }
  return read
}

/**
 * Updates a record.
 * @param etag of the record as it was read before, where the service has entity tags
 */
export async function putRecord(
  context: SyncContext,
  adapter: SyncAdapter,
  remote: number,
  body: object,
  etag: string | null,
): Promise<RecordReply> {
  const answer = await context.client.put(`${adapter.path}/${remote}`, body, {
    ifMatch: tag(context, etag),
  })
  return recordIn(adapter, answer, (body) => body[adapter.resource], remote)
}

/** Deletes a record. The body of the reply is never read. */
export const requestDeletion = (
  context: SyncContext,
  adapter: SyncAdapter,
  remote: number,
  etag: string | null,
): Promise<ClientReply> =>
  context.client.delete(`${adapter.path}/${remote}`, { ifMatch: tag(context, etag) })

/** Restores a record from the archive (capability `restore`); may be repeated. */
export async function requestRestore(
  context: SyncContext,
  adapter: SyncAdapter,
  remote: number,
): Promise<RecordReply> {
  const answer = await context.client.post(`${adapter.path}/${remote}/restore`, {})
  return recordIn(adapter, answer, (body) => body[adapter.resource], remote)
}

const tag = (context: SyncContext, etag: string | null): string | null =>
  context.capabilities.has('conditional') ? etag : null

/**
 * Parses the record in a reply. A reply without a readable record proves nothing about the outcome.
 */
function recordIn(
  adapter: SyncAdapter,
  answer: ClientReply,
  find: (body: Record<string, unknown>) => unknown,
  remote?: number,
): RecordReply {
  if (answer.is !== 'applied') return answer
  const read = adapter.schema.safeParse(find(answer.body))
  const unknown = (why: string): RecordReply => ({ is: 'unknown', why, lost: false, after: null })
  if (!read.success) return unknown(describeSchemaProblem(read.error))
  if (remote !== undefined && read.data.id !== remote) {
    return unknown(`Replied with record ${read.data.id} instead of ${remote}`)
  }
  return { is: 'record', wire: read.data, etag: answer.etag, status: answer.status }
}
