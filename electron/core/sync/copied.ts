/**
 * What was to be made on the service when a backup was made, or a folder copied: whoever went on
 * with the original may have made it there since, so it is looked for before it is sent.
 */
import { sql } from 'kysely'
import { attemptByKey, openAttempt } from '../store/attempts.ts'
import type { Db, Trx } from '../store/db.ts'
import { localVersion } from '../store/local-versions.ts'
import { patchRecord } from '../store/record-state.ts'
import type { EntryResource } from '../store/tables.ts'
import type { Kind } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'

/**
 * Does so for every create of a copy that can be sent. Before anything changes it or is read: what
 * is looked for is the version of the copy, and what may be it must not come in as a new record.
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
  await db.transaction().execute(async (trx) => {
    for (const { resource, local, copiedAt } of rows) {
      const kind = kinds[resource]
      const version = await localVersion(trx, resource, local)
      if (!version || !kind.isSendable(version)) continue
      await takeForSent(trx, kind, { local, version, copiedAt }, now)
    }
  })
}

/** A request for it stands as sent, with its answer lost; it may be looked for at once. */
export async function takeForSent(
  trx: Trx,
  kind: Kind,
  { local, version, copiedAt }: { local: number; version: object; copiedAt: number },
  now: number,
): Promise<void> {
  const { resource } = kind
  const natural = kind.naturalKey(version)
  // Both of two equal ones may stand there.
  const key = (await attemptByKey(trx, resource, natural)) ? null : natural
  await openAttempt(trx, {
    ...{ resource, local, kind: 'create', key, body: version, sent: version },
    ...{ at: copiedAt, until: now },
  })
  await patchRecord(trx, resource, local, { copied_at: null })
}
