/**
 * The only way from a request to a committed write and its response. A write's changes are recorded
 * here once: the order of changes, the webhooks' outbox and the response under an idempotency key
 * are part of the same transaction, so that all of them exist or none.
 */
import type { Context } from 'hono'
import type { Trx } from '#core/store/database/db.ts'
import { storeResponse, type StoredResponse } from '#core/store/service/idempotency-keys.ts'
import { recordFeedChange, allocateSequences } from '#core/store/service/change-feed.ts'
import type { ResourceChange } from './resource-change.ts'
import { entityTag } from '../http/entity-tags.ts'
import { encryptResponse, requestStillRunning } from '../http/idempotency.ts'
import type { WriteResponse } from '../http/record-routes.ts'
import type { ReadScope, ServiceEnv, Service } from '../service-context.ts'
import { queueDeliveries } from '../webhooks/queue-deliveries.ts'
import { writeInTransaction } from '../write.ts'

export interface WriteScope extends ReadScope {
  readonly trx: Trx
  /** Timestamp of this write. */
  readonly now: string
  /** Records what the write changed; not called for a write that changes nothing. */
  changed(change: ResourceChange): void
}

/**
 * Runs `work` in the organisation's write transaction and responds with what it returns. `work` may
 * be run again from its beginning.
 */
export async function commitWrite(
  service: Service,
  context: Context<ServiceEnv>,
  work: (writing: WriteScope) => Promise<WriteResponse>,
): Promise<Response> {
  const caller = context.get('caller')
  const claim = context.get('claim')
  let queued = 0
  const answer = await writeInTransaction(service.db, caller.organisation, async (trx) => {
    const now = service.now()
    const changes: ResourceChange[] = []
    const changed = (change: ResourceChange) => void changes.push(change)
    const { status = 200, body, tagged } = await work({ db: trx, trx, caller, now, changed })
    queued = await recordChanges(service, trx, caller.organisation, changes)
    const written: StoredResponse = {
      status,
      headers: {
        'Content-Type': 'application/json',
        ...(tagged && service.capabilities.has('conditional') ? { ETag: entityTag(tagged) } : {}),
      },
      body: JSON.stringify(body),
    }
    // Another request holds the claim by now: this one rolls everything back.
    if (claim && !(await storeResponse(trx, claim, encryptResponse(claim, written))))
      throw requestStillRunning()
    return written
  })
  context.set('claim', undefined)
  service.hub.wake(caller.organisation)
  if (queued > 0) service.deliverer?.wake()
  return new Response(answer.body, { status: answer.status, headers: answer.headers })
}

/**
 * Numbers the changes at the end of the transaction that makes them. Returns how many webhook
 * deliveries they caused.
 */
async function recordChanges(
  service: Service,
  trx: Trx,
  organisation_id: number,
  changes: readonly ResourceChange[],
): Promise<number> {
  if (changes.length === 0) return 0
  const last = await allocateSequences(trx, organisation_id, changes.length)
  for (const [nth, { resource, id, action }] of changes.entries()) {
    const sequence = last - changes.length + 1 + nth
    await recordFeedChange(
      trx,
      {
        organisation_id,
        resource,
        record_id: id,
        sequence,
        created_sequence: sequence,
        deleted_at: action === 'deleted' ? service.instant() : null,
      },
      action === 'created' || action === 'restored',
    )
  }
  if (!service.capabilities.has('webhooks')) return 0
  return queueDeliveries(trx, organisation_id, changes, service.instant())
}
