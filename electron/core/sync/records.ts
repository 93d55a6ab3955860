/** Single records of the service, read and written by kind. */
import type { WireRecord } from '../store/record-state.ts'
import type { Answer } from './client.ts'
import type { SyncContext } from './context.ts'
import type { Kind } from './kinds/kind.ts'
import { problemOf } from './problem.ts'

/** A reply whose record was read as well. */
export type RecordAnswer =
  { is: 'record'; wire: WireRecord; etag: string | null } | Exclude<Answer, { is: 'applied' }>

const userToo = (context: SyncContext): Record<string, string> =>
  context.can.has('user') ? { include: 'user' } : {}

/** A record by its id. One that says of itself that it was deleted is gone. */
export async function readRecord(
  context: SyncContext,
  kind: Kind,
  remote: number,
): Promise<RecordAnswer> {
  const answer = await context.client.get(`${kind.path}/${remote}`, userToo(context))
  const read = recordIn(kind, answer, (body) => body, remote)
  return read.is === 'record' && read.wire.deleted === true ? { is: 'gone' } : read
}

/**
 * @param key sent along where the service remembers keys
 * @param again true for a request that was made before: its answer says nothing of the present
 */
export async function createRecord(
  context: SyncContext,
  kind: Kind,
  version: object,
  { key, again }: { key: string | null; again: boolean },
): Promise<RecordAnswer> {
  const sentAt = context.clock.now()
  const answer = await context.client.post(kind.path, kind.createBody(version), {
    idempotencyKey: key,
  })
  const read = recordIn(kind, answer, (body) => body[kind.resource])
  if (read.is === 'record' && !again) {
    context.dated(read.wire.created_at, sentAt, context.clock.now())
  }
  return read
}

/** @param etag of the record as it was read before, where the service gives them */
export async function updateRecord(
  context: SyncContext,
  kind: Kind,
  remote: number,
  body: object,
  etag: string | null,
): Promise<RecordAnswer> {
  const answer = await context.client.put(`${kind.path}/${remote}`, body, {
    ifMatch: tag(context, etag),
  })
  return recordIn(kind, answer, (said) => said[kind.resource], remote)
}

/** The body of the answer is never read. */
export const deleteRecord = (
  context: SyncContext,
  kind: Kind,
  remote: number,
  etag: string | null,
): Promise<Answer> =>
  context.client.delete(`${kind.path}/${remote}`, { ifMatch: tag(context, etag) })

/** Takes a record out of the archives (capability `restore`); may be repeated. */
export async function restoreRecord(
  context: SyncContext,
  kind: Kind,
  remote: number,
): Promise<RecordAnswer> {
  const answer = await context.client.post(`${kind.path}/${remote}/restore`, {})
  return recordIn(kind, answer, (body) => body[kind.resource], remote)
}

const tag = (context: SyncContext, etag: string | null): string | null =>
  context.can.has('conditional') ? etag : null

/** An answer without a readable record proves nothing about what was done. */
function recordIn(
  kind: Kind,
  answer: Answer,
  find: (body: Record<string, unknown>) => unknown,
  remote?: number,
): RecordAnswer {
  if (answer.is !== 'applied') return answer
  const read = kind.schema.safeParse(find(answer.body))
  const unknown = (why: string): RecordAnswer => ({ is: 'unknown', why, lost: false, after: null })
  if (!read.success) return unknown(problemOf(read.error))
  if (remote !== undefined && read.data.id !== remote) {
    return unknown(`Replied with record ${read.data.id} instead of ${remote}`)
  }
  return { is: 'record', wire: read.data, etag: answer.etag }
}
