/** Pulls webhooks. They are only read, so a complete list replaces the local rows. */
import { webhookWire, type WebhookWire } from '#shared/resources/webhook.ts'
import { prepared } from '../../store/database/prepared-query.ts'
import { deleteSyncRecord, patchSyncRecord } from '../../store/sync/record-sync-state.ts'
import { findLocalId, linkPulledRecords } from '../../store/sync/sync-records.ts'
import { deleteWebhook, insertWebhook, updateWebhook } from '../../store/resources/webhooks.ts'
import {
  commitSync,
  toSyncFailure,
  type SyncContext,
  type SyncFailure,
  type SyncTransaction,
} from '../pass/sync-context.ts'
import { isListAbsent } from '../http/list-pages.ts'
import { confirmWindowRead, readWindow } from '../http/read-window.ts'
import { applyUnreadable } from '../apply/apply-pulled.ts'
import type { PullOutcome } from './pull-window.ts'

const listing = { path: '/webhooks', schema: webhookWire }
const resource = 'webhook'

/** Pulls all webhooks. Does nothing for a person who may not read them. */
export async function pullWebhooks(context: SyncContext): Promise<PullOutcome | SyncFailure> {
  const records: WebhookWire[] = []
  const scan = await readWindow(
    context.client,
    listing,
    { is: 'all' },
    {
      async onPage(page) {
        for (const record of page.records as WebhookWire[]) records.push(record)
        await commitSync(context, (tx) => applyUnreadable(tx, { resource }, page))
        return true
      },
    },
  )
  const sure =
    scan.is === 'scan'
      ? await confirmWindowRead(context.client, listing, { is: 'all' }, scan)
      : scan
  if (sure.is !== 'scan') {
    return isListAbsent(sure) ? { is: 'pulled', sound: true } : toSyncFailure(sure)
  }
  const changed = await commitSync(context, async (tx) => {
    const changed = new Set<number>()
    for (const wire of records) await put(tx, wire, changed)
    if (sure.sound) await dropOthers(tx, sure.ids, changed)
    return changed
  })
  if (changed.size > 0) context.notifyChanged(resource, [...changed])
  return { is: 'pulled', sound: sure.sound }
}

async function put(tx: SyncTransaction, wire: WebhookWire, changed: Set<number>): Promise<void> {
  const { trx, now } = tx
  const { id, uri, events, created_at, updated_at } = wire
  const base = JSON.stringify(wire)
  const existing = await findLocalId(trx, resource, id)
  if (existing === undefined) {
    const row = { organisation_id: tx.organisation, uri, events, created_at, updated_at }
    const local = await insertWebhook(trx, row)
    await linkPulledRecords(trx, [{ resource, local_id: local, remote_id: id, base, seen_at: now }])
    await trx.updateTable('webhook').set({ tie: id }).where('id', '=', local).execute()
    changed.add(local)
    return
  }
  const current = await trx
    .selectFrom('webhook')
    .select(['uri', 'events', 'updated_at'])
    .where('id', '=', existing)
    .executeTakeFirstOrThrow()
  const same =
    current.uri === uri &&
    current.events === JSON.stringify(events) &&
    current.updated_at === updated_at
  if (same) return
  await updateWebhook(trx, existing, { uri, events, updated_at })
  await patchSyncRecord(trx, resource, existing, { base, seen_at: now })
  changed.add(existing)
}

async function dropOthers(
  tx: SyncTransaction,
  shown: ReadonlySet<number>,
  changed: Set<number>,
): Promise<void> {
  const rows = await mappedWebhooks(tx.trx, {})
  for (const { local_id: local, remote_id: remote } of rows) {
    if (shown.has(remote!)) continue
    await deleteWebhook(tx.trx, local)
    await deleteSyncRecord(tx.trx, resource, local)
    changed.add(local)
  }
}

const mappedWebhooks = prepared((db) =>
  db
    .selectFrom('sync_record')
    .select(['local_id', 'remote_id'])
    .where('resource', '=', resource)
    .where('remote_id', 'is not', null),
)
