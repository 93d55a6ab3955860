/**
 * Handles creates that were unsent when a backup was made or a data folder was copied. The original
 * may have sent them since, so the service is searched for each one before it is sent.
 */
import { sql } from 'kysely'
import { findAttemptByKey, openAttempt } from '../../store/sync/attempts.ts'
import type { Db, Trx } from '../../store/database/db.ts'
import { readLocalVersion } from '../../store/sync/local-versions.ts'
import { patchSyncRecord } from '../../store/sync/record-sync-state.ts'
import type { EntryResource } from '../../store/tables/index.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'

/**
 * Opens an attempt for every sendable create of a copy. Must run before anything is edited or read:
 * the search is for the version in the copy, and a possible match must not be pulled as a new
 * record.
 */
export async function takeCreatesForSent(db: Db, now: number): Promise<void> {
  const { rows } = await sql<{ resource: EntryResource; local: number; copiedAt: number }>`
    select resource, local_id as local, copied_at as "copiedAt" from sync_record r
    where copied_at is not null and remote_id is null and deleted = 0 and parked is null
    and not exists (
      select 1 from attempt a where a.resource = r.resource and a.local_id = r.local_id)`.execute(
    db,
  )
  if (rows.length === 0) return
  // Loaded for the rare copy only: building every resource's schemas takes time at each start.
  const { syncAdapters } = await import('../records/sync-adapters.ts')
  await db.transaction().execute(async (trx) => {
    for (const { resource, local, copiedAt } of rows) {
      const adapter = syncAdapters[resource]
      const version = await readLocalVersion(trx, resource, local)
      if (!version || !adapter.isSendable(version)) continue
      await takeForSent(trx, adapter, { local, version, copiedAt }, now)
    }
  })
}

/** Records a create as sent with its reply lost; the search for it may begin at once. */
export async function takeForSent(
  trx: Trx,
  adapter: SyncAdapter,
  { local, version, copiedAt }: { local: number; version: object; copiedAt: number },
  now: number,
): Promise<void> {
  const { resource } = adapter
  const natural = adapter.naturalKey(version)
  // Both of two equal records may exist there, and only one attempt can have the natural key.
  const key = (await findAttemptByKey(trx, resource, natural)) ? null : natural
  await openAttempt(trx, {
    resource,
    local,
    kind: 'create',
    key,
    body: version,
    sent: version,
    at: copiedAt,
    until: now,
  })
  await patchSyncRecord(trx, resource, local, { copied_at: null })
}
