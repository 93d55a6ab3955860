/** Parks records that the service refuses until the person decides. */
import { containsFields } from '#shared/resources/version-fields.ts'
import { closeAttempt } from '../../store/sync/attempts.ts'
import { raiseCard } from '../../store/inbox/inbox.ts'
import { patchSyncRecord, readSyncState } from '../../store/sync/record-sync-state.ts'
import type { SyncTransaction } from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import type { RefusedReply } from './push-outcome.ts'

/**
 * Parks a record whose request the service refused: it waits for the person and blocks nothing
 * else. If it was changed in the meantime, it is not parked, and the new version gets its own try.
 */
export async function parkRecord(
  tx: SyncTransaction,
  adapter: SyncAdapter,
  local: number,
  refusal: Pick<RefusedReply, 'status' | 'message' | 'fields'>,
  card: 'refused' | 'archived' = 'refused',
): Promise<void> {
  const { trx, now } = tx
  const { resource } = adapter
  const state = await readSyncState(trx, resource, local)
  if (!state) return
  await closeAttempt(trx, resource, local)
  tx.changedLocals[resource].add(local)
  const { attempt, version } = state
  if (!version || (attempt && !containsFields(version, attempt.body))) return
  await patchSyncRecord(trx, resource, local, { parked: 'refused' })
  const { status, message, fields } = refusal
  await raiseCard(trx, resource, local, { kind: card, detail: { status, message, fields } }, now)
}
